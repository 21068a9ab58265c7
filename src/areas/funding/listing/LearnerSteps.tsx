import { useEffect, useRef, useState } from 'react';
import type { DrawRecord } from '#contracts/funding/draw-rules.ts';
import type { ListedRequest } from '#contracts/requests/request-views.ts';
import { reportPath } from '../../../browser/paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { MeetingStep } from '../meeting/MeetingStep.tsx';
import { storeSponsorship } from '../payment/stored-sponsorships.ts';
import { sponsorshipsCopy } from '../sponsorships.copy.ts';
import { DrawVerification } from './DrawVerification.tsx';
import { LearnerFacts } from './LearnerFacts.tsx';
import styles from './listing.module.css';
import { payPathOf, reservationOf } from './reservation-of.ts';

const copy = sponsorshipsCopy.modal;

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
            <a className="button button-wide" href={payPathOf(request)}>
              {sponsorshipsCopy.goOn}
            </a>
          ) : (
            <Button isWide onPress={() => goTo('how')}>
              {copy.sponsor}
            </Button>
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
                <span className={styles.wayHint}>{isFair ? copy.meetHintFair : copy.meetHint}</span>
              </button>
            )}
            <button type="button" className={styles.way} onClick={stayAnonymous}>
              <strong>{copy.anonymous}</strong>
              <span className={styles.wayHint}>{copy.anonymousHint}</span>
            </button>
          </div>
          {!request.canMeet && <p className="small">{copy.underAge}</p>}
        </>
      )}
      {step === 'meeting' && <MeetingStep request={request} headingRef={top} />}
      {step !== 'learner' && (
        <Button kind="plain" onPress={() => goTo(before[step])}>
          {copy.back}
        </Button>
      )}
    </>
  );
}
