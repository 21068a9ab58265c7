import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { PaymentOutcome } from '#contracts/payments/payment-status.ts';
import type { OpenedTab } from '../../../browser/open-tab.ts';
import { paymentVerificationPath } from '../../../browser/paths.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { OutgoingLink } from '../../../ui/OutgoingLink.tsx';
import { payCopy as copy } from '../status/status.copy.ts';

interface PaymentStartedProps {
  reference: string;
  /** URL of the payment page and the tab that was opened for it; undefined after a reload. */
  started: { url: string; tab: OpenedTab } | undefined;
  outcome: PaymentOutcome;
}

/** A payment that was started in another tab: the link to it, and its current status. */
export function PaymentStarted({ reference, started, outcome }: PaymentStartedProps) {
  const box = useRef<HTMLDivElement>(null);
  const isTabOpen = useIsOpen(started?.tab);

  // The pressed button is removed, so move the focus for keyboard users.
  useEffect(() => {
    if (started) box.current?.focus();
  }, [started]);

  return (
    <div role="status" tabIndex={-1} ref={box}>
      <Notice {...(outcome === 'failed' && { kind: 'warn' })}>
        <p>{textOf(started?.tab, isTabOpen, outcome)}</p>
        <p className="row">
          {started && (
            <OutgoingLink className={isTabOpen ? 'button button-quiet' : 'button'} to={started.url} isOurs>
              {isTabOpen ? copy.openPaymentAgain : copy.openPayment}
            </OutgoingLink>
          )}
          <a className="button button-quiet" href={paymentVerificationPath(reference)}>
            {copy.check}
          </a>
        </p>
      </Notice>
    </div>
  );
}

// The provider's tab has no opener, so that its pages cannot navigate this one; without an opener it cannot be focused
// either. The text therefore says whether it is still open.
function useIsOpen(tab: OpenedTab | undefined): boolean {
  return useSyncExternalStore(followFocus, () => tab?.isOpen() ?? false);
}

function followFocus(onChange: () => void): () => void {
  addEventListener('focus', onChange);
  document.addEventListener('visibilitychange', onChange);
  return () => {
    removeEventListener('focus', onChange);
    document.removeEventListener('visibilitychange', onChange);
  };
}

function textOf(tab: OpenedTab | undefined, isTabOpen: boolean, outcome: PaymentOutcome): string {
  if (outcome === 'failed') return isTabOpen ? copy.declined : copy.declinedBefore;
  if (outcome !== 'pending') return copy.noticed;
  if (tab?.isBlocked) return copy.blocked;
  return isTabOpen ? copy.opened : copy.begun;
}
