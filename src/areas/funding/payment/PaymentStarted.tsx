import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { SponsorshipResponse } from '#contracts/funding/sponsorships.ts';
import type { PaymentOutcome } from '#contracts/payments/payment-status.ts';
import type { OpenedTab } from '../../../browser/open-tab.ts';
import { paths, paymentVerificationPath } from '../../../browser/paths.ts';
import { LinkButton } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { OutgoingLink } from '../../../ui/OutgoingLink.tsx';
import { payCopy as copy, statusCopy } from '../status/status.copy.ts';

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
      <Notice
        kind={outcome === 'failed' ? 'warn' : undefined}
        text={startedText(started?.tab, isTabOpen, outcome)}
      >
        <p className="row">
          {started && (
            <OutgoingLink className={isTabOpen ? 'button button-quiet' : 'button'} to={started.url} isOurs>
              {isTabOpen ? copy.openPaymentAgain : copy.openPayment}
            </OutgoingLink>
          )}
          <LinkButton kind="quiet" href={paymentVerificationPath(reference)} text={copy.check} />
        </p>
      </Notice>
    </div>
  );
}

// The provider's tab has no opener, so that its pages cannot navigate this one; without an opener it cannot be focused
// either. The text therefore says whether it is still open.
function useIsOpen(tab: OpenedTab | undefined): boolean {
  return useSyncExternalStore(
    followFocus,
    () => tab?.isOpen() ?? false,
    () => false,
  );
}

function followFocus(onChange: () => void): () => void {
  addEventListener('focus', onChange);
  document.addEventListener('visibilitychange', onChange);
  return () => {
    removeEventListener('focus', onChange);
    document.removeEventListener('visibilitychange', onChange);
  };
}

function startedText(tab: OpenedTab | undefined, isTabOpen: boolean, outcome: PaymentOutcome): string {
  if (outcome === 'failed') return isTabOpen ? copy.declined : copy.declinedBefore;
  if (outcome !== 'pending') return copy.noticed;
  if (tab?.isBlocked) return copy.blocked;
  return isTabOpen ? copy.opened : copy.begun;
}

interface PaymentCompletedProps {
  payment?: NonNullable<SponsorshipResponse['payment']>;
  /** It was started in this tab and completed in the provider's tab. */
  isNew?: boolean;
}

/** Shown when the request is paid, by this sponsor or another one. */
export function PaymentCompleted({ payment, isNew = false }: PaymentCompletedProps) {
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (isNew) title.current?.focus();
  }, [isNew]);

  return (
    <div className="stack stack-loose">
      <h1 tabIndex={-1} ref={title}>
        {statusCopy.title}
      </h1>
      <p className="lead">{completedText(payment)}</p>
      {isNew && <p>{copy.otherTab}</p>}
      <p className="row">
        {payment && <LinkButton href={paymentVerificationPath(payment.reference)} text={copy.seePayment} />}
        <LinkButton kind={payment ? 'quiet' : undefined} href={paths.listing} text={statusCopy.listing} />
      </p>
    </div>
  );
}

function completedText(payment: SponsorshipResponse['payment'] | undefined): string {
  if (payment?.isRefundDue) return copy.refundDue;
  if (payment?.status === 'needs_review') return copy.inReview;
  return payment?.status === 'success' ? copy.paid : copy.funded;
}
