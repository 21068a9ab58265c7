import { useEffect, useRef, useState } from 'react';
import type { ListedRequest } from '#contracts/listing.ts';
import { sponsorStatusPath } from '../../browser/paths.ts';
import { rememberSponsoring } from '../../browser/sponsoring.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { LearnerFacts } from './LearnerFacts.tsx';
import styles from './listing.module.css';
import { MeetingStep } from './MeetingStep.tsx';
import { sponsorshipsCopy } from './sponsorships.copy.ts';

const copy = sponsorshipsCopy.modal;

type Step = 'learner' | 'how' | 'meeting';

const before: Record<Step, Step> = { learner: 'learner', how: 'learner', meeting: 'how' };

/** One learner's request, and the way into sponsoring it: who and what, then how, then (for a meeting) when. */
export function LearnerModal(props: { request: ListedRequest; onClose: () => void }) {
  const { request } = props;
  const [step, setStep] = useState<Step>('learner');
  const top = useRef<HTMLHeadingElement>(null);

  // A new step is a new screen: reading starts at its heading.
  useEffect(() => {
    if (step !== 'learner') top.current?.focus();
  }, [step]);

  const stayAnonymous = () => {
    rememberSponsoring({ requestId: request._id, isAnonymous: true });
    const { _id: id, fullName: learner } = request.learner.userId;
    const { price, priceUnit: unit } = request.course;
    location.assign(sponsorStatusPath({ state: 'pay', learner, id, price, unit, requestId: request._id }));
  };

  return (
    <Modal title={request.learner.userId.fullName} onClose={props.onClose}>
      {step === 'learner' && (
        <>
          <LearnerFacts request={request} />
          <Button isWide onPress={() => setStep('how')}>
            {copy.sponsor}
          </Button>
        </>
      )}
      {step === 'how' && (
        <>
          <h3 tabIndex={-1} ref={top}>
            {copy.how}
          </h3>
          <div className="choices">
            <button type="button" className={styles.way} onClick={() => setStep('meeting')}>
              <strong>{copy.meet}</strong>
              <span className={styles.wayHint}>{copy.meetHint}</span>
            </button>
            <button type="button" className={styles.way} onClick={stayAnonymous}>
              <strong>{copy.anonymous}</strong>
              <span className={styles.wayHint}>{copy.anonymousHint}</span>
            </button>
          </div>
        </>
      )}
      {step === 'meeting' && <MeetingStep request={request} headingRef={top} />}
      {step !== 'learner' && (
        <Button kind="plain" onPress={() => setStep(before[step])}>
          {copy.back}
        </Button>
      )}
    </Modal>
  );
}
