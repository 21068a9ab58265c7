import { useEffect, useRef } from 'react';
import type { PaymentOutcome } from '#contracts/payments.ts';
import { paymentVerificationPath } from '../../../browser/paths.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { payCopy as copy } from '../status/status.copy.ts';

interface PaymentStartedProps {
  reference: string;
  /** URL of the payment page, and whether the browser blocked the new tab; undefined after a reload. */
  started: { url: string; isBlocked: boolean } | undefined;
  outcome: PaymentOutcome;
}

/** A payment that was started in another tab: the link to it, and its current status. */
export function PaymentStarted({ reference, started, outcome }: PaymentStartedProps) {
  const box = useRef<HTMLDivElement>(null);

  // The pressed button is removed, so move the focus for keyboard users.
  useEffect(() => {
    if (started) box.current?.focus();
  }, [started]);

  return (
    <div role="status" tabIndex={-1} ref={box}>
      <Notice {...(outcome === 'failed' && { kind: 'warn' })}>
        <p>{textOf(started, outcome)}</p>
        <p className="row">
          {started && (
            <a
              className={started.isBlocked ? 'button' : 'button button-quiet'}
              href={started.url}
              target="_blank"
              rel="noopener"
            >
              {copy.openPayment}
            </a>
          )}
          <a className="button button-quiet" href={paymentVerificationPath(reference)}>
            {copy.check}
          </a>
        </p>
      </Notice>
    </div>
  );
}

function textOf(started: PaymentStartedProps['started'], outcome: PaymentOutcome): string {
  if (outcome === 'failed') return started ? copy.declined : copy.declinedBefore;
  if (outcome !== 'pending') return copy.noticed;
  if (!started) return copy.begun;
  return started.isBlocked ? copy.blocked : copy.opened;
}
