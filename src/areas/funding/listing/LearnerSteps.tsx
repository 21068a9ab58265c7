import { useEffect, useRef, useState } from 'react';
import { type DrawRecord, verifyDraw } from '#contracts/funding/draw-rules.ts';
import type { ListedRequest } from '#contracts/requests/request-views.ts';
import { reportPath } from '../../../browser/paths.ts';
import { toastError, toastSuccess } from '../../../browser/toast.ts';
import { Button, LinkButton } from '../../../ui/Button.tsx';
import { FactList } from '../../../ui/Facts.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { storeSponsorship } from '../payment/stored-sponsorships.ts';
import { sponsorshipsCopy } from '../sponsorships.copy.ts';
import { LearnerFacts } from './LearnerFacts.tsx';
import factStyles from './learner-facts.module.css';
import styles from './listing.module.css';
import { payPathOf, reservationOf } from './RequestCard.tsx';

const MeetingStep = lazyComponent(async () => (await import('../meeting/MeetingStep.tsx')).MeetingStep);

const copy = sponsorshipsCopy.modal;
const drawCopy = sponsorshipsCopy.draw;

type Step = 'learner' | 'how' | 'meeting';

const before: Record<Step, Step> = { learner: 'learner', how: 'learner', meeting: 'how' };

interface LearnerStepsProps {
  request: ListedRequest;
  isFair: boolean;
  draw: DrawRecord | undefined;
}

/** The steps before sponsoring a request: the learner, the way to sponsor, and the time of a meeting. */
export function LearnerSteps({ request, isFair, draw }: LearnerStepsProps) {
  const [step, setStep] = useState<Step>('learner');
  const [hasMoved, setMoved] = useState(false);
  const top = useRef<HTMLHeadingElement>(null);

  const goTo = (next: Step) => {
    setMoved(true);
    setStep(next);
  };

  // Moves the focus to the heading of the new step for screen readers.
  useEffect(() => {
    if (hasMoved && step) top.current?.focus();
  }, [hasMoved, step]);

  const stayAnonymous = () => {
    storeSponsorship({ requestId: request._id, isAnonymous: true });
    location.assign(payPathOf(request));
  };

  return (
    <>
      {step === 'learner' && (
        <>
          <LearnerFacts request={request} isFair={isFair} headingRef={top} />
          {reservationOf(request)?.isMine ? (
            <LinkButton isWide href={payPathOf(request)} text={sponsorshipsCopy.goOn} />
          ) : (
            <Button isWide text={copy.sponsor} onPress={() => goTo('how')} />
          )}
          {draw && <DrawVerification draw={draw} />}
          <p className="small">
            <a href={reportPath('request', request._id)}>{copy.report}</a>
          </p>
        </>
      )}
      {step === 'how' && (
        <>
          <h3 tabIndex={-1} ref={top}>
            {copy.how}
          </h3>
          <div className="choices">
            {request.canMeet && (
              <button type="button" className={styles.way} onClick={() => goTo('meeting')}>
                <strong>{copy.meet}</strong>
                <span className="soft">{isFair ? copy.meetHintFair : copy.meetHint}</span>
              </button>
            )}
            <button type="button" className={styles.way} onClick={stayAnonymous}>
              <strong>{copy.anonymous}</strong>
              <span className="soft">{copy.anonymousHint}</span>
            </button>
          </div>
          {!request.canMeet && <p className="small">{copy.underAge}</p>}
        </>
      )}
      {step === 'meeting' && <MeetingStep request={request} />}
      {step !== 'learner' && <Button kind="plain" text={copy.back} onPress={() => goTo(before[step])} />}
    </>
  );
}

/** Explains a draw, verifies it again in this browser, and offers its record for verification elsewhere. */
function DrawVerification({ draw }: { draw: DrawRecord }) {
  const [result, setResult] = useState<keyof typeof drawCopy.results>('checking');

  useEffect(() => {
    // Web Crypto is available only in secure contexts (https).
    if (!globalThis.crypto.subtle) return setResult('unavailable');
    verifyDraw(draw).then(
      (isValid) => setResult(isValid ? 'valid' : 'invalid'),
      () => setResult('invalid'),
    );
  }, [draw]);

  const learners = draw.days.reduce((sum, { n }) => sum + n, 0);
  const facts: [string, string][] = [
    [drawCopy.commitment, draw.commitment],
    [drawCopy.seed, draw.seed],
    [drawCopy.firstNonce, draw.firstNonce],
    [drawCopy.secondNonce, draw.secondNonce],
  ];
  const copyRecord = async () => {
    try {
      await navigator.clipboard.writeText(JSON.stringify(draw, null, 2));
      toastSuccess(drawCopy.copied);
    } catch {
      toastError(drawCopy.notCopied);
    }
  };
  return (
    <details className={factStyles.draw}>
      <summary className={styles.more}>{drawCopy.title}</summary>
      <div className="stack stack-tight">
        <p>
          {drawCopy.story(
            learners,
            draw.day,
            draw.candidates.indexOf(draw.winner) + 1,
            draw.candidates.length,
          )}
        </p>
        <p>{drawCopy.weights}</p>
        <p role="status">
          <strong>{drawCopy.results[result]}</strong>
        </p>
        <FactList facts={facts} className={factStyles.proof} />
        <Button kind="quiet" isSmall text={drawCopy.copy} onPress={copyRecord} />
      </div>
    </details>
  );
}
