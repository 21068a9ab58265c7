import { useEffect, useRef } from 'react';
import type { SponsorshipResponse } from '#contracts/funding/sponsorships.ts';
import { paths, paymentVerificationPath } from '../../../browser/paths.ts';
import { payCopy as copy, statusCopy } from '../status/status.copy.ts';

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
      <p className="lead">{textOf(payment)}</p>
      {isNew && <p>{copy.otherTab}</p>}
      <p className="row">
        {payment && (
          <a className="button" href={paymentVerificationPath(payment.reference)}>
            {copy.seePayment}
          </a>
        )}
        <a className={payment ? 'button button-quiet' : 'button'} href={paths.listing}>
          {statusCopy.listing}
        </a>
      </p>
    </div>
  );
}

function textOf(payment: SponsorshipResponse['payment'] | undefined): string {
  if (payment?.isRefundDue) return copy.refundDue;
  if (payment?.status === 'needs_review') return copy.inReview;
  return payment?.status === 'success' ? copy.paid : copy.funded;
}
