import { useEffect, useRef, useState } from 'react';
import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import type { OwnThankYou } from '#contracts/thanks/thanks.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { thanksCopy as copy } from './thanks.copy.ts';

const ThankYouModal = lazyDialog(async () => (await import('./ThankYouModal.tsx')).ThankYouModal);

/** What a learner can write to the sponsor at the present stage of a request, or what became of it. */
export function ThankYou(props: { request: OwnRequest; thankYou: OwnThankYou; onChanged: () => void }) {
  const { request, thankYou, onChanged } = props;
  const { state, reason, expectedAt } = thankYou;
  const canWrite = state === 'open' || state === 'declined';
  const [isWriting, setWriting] = useState(false);
  const outcome = useRef<HTMLParagraphElement>(null);
  const hasSent = useRef(false);

  // The button is removed once the words are sent, so the keyboard focus moves to the sentence in its place.
  useEffect(() => {
    if (canWrite || !hasSent.current) return;
    hasSent.current = false;
    outcome.current?.focus();
  }, [canWrite]);

  const close = () => setWriting(false);
  return (
    <>
      {state !== 'open' && (
        <p className="soft" ref={outcome} tabIndex={-1}>
          <span>{copy.states[state]}</span> {expectedAt && <span>{copy.expected(expectedAt)}</span>}
        </p>
      )}
      {reason && <blockquote>{reason}</blockquote>}
      {canWrite && (
        <div className="row">
          <Button
            kind="quiet"
            isSmall
            text={state === 'open' ? copy.open : copy.again}
            about={request.course.courseTitle}
            onPress={() => setWriting(true)}
          />
        </div>
      )}
      {isWriting && (
        <ThankYouModal
          request={request}
          thankYou={thankYou}
          onClose={close}
          onSent={() => {
            hasSent.current = true;
            close();
            onChanged();
          }}
        />
      )}
    </>
  );
}
