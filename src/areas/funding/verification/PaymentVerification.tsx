import { useEffect, useRef } from 'react';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { ApiError, messageOf } from '../../../browser/api.ts';
import { paths, sponsorStatusPath } from '../../../browser/paths.ts';
import { Button, LinkButton, Spinner } from '../../../ui/Button.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { type PaymentState, usePaymentStatus } from '../payment/use-payment-status.ts';
import { paymentsCopy as copy } from './payments.copy.ts';
import styles from './verification.module.css';

const UsualTime = lazyComponent(
  async () => (await import('../../../ui/UsualTime.tsx')).UsualTime,
  () => null,
);

/** Returns the reference of the payment that a query string of the page names, or an empty string. */
export function referenceOf(search: string): string {
  const query = new URLSearchParams(search);
  return query.get('reference') || query.get('trxref') || '';
}

/** The result of a payment. Needs only the reference in the query string `search` of the page. */
export function PaymentVerification({ search }: { search: string }) {
  const reference = referenceOf(search);
  const wasCancelled = new URLSearchParams(search).has('cancelled');
  const { payment, problem, isChecking, check } = usePaymentStatus(reference);
  const title = useRef<HTMLHeadingElement>(null);
  const message = paymentMessage(reference, payment, problem, wasCancelled);
  const said = message?.title;

  useEffect(() => {
    if (said) title.current?.focus();
  }, [said]);

  if (!message) {
    return (
      <div className={styles.waiting} role="status">
        <Spinner isLarge />
        <h1>{copy.processing}</h1>
        {payment && <p className="lead">{copy.stillChecking}</p>}
      </div>
    );
  }

  // A difference is paid from the dashboard.
  const requestId = message.canPay && !payment?.isDifference && payment?.requestId;
  const isMainElsewhere = requestId || message.canRetry;
  return (
    <div className="stack stack-loose">
      <div className="stack">
        <h1 tabIndex={-1} ref={title}>
          {message.title}
        </h1>
        {payment?.status === 'success' && (
          <p className={styles.amount} translate="no">
            {formatMinor(toMinor(payment.amount), payment.currency)} <span>{payment.currency}</span>
          </p>
        )}
        <p className="lead">{message.text}</p>
        {message.isPaid && (
          <>
            <p>{copy.successNext}</p>
            <UsualTime until="enrolled" />
          </>
        )}
        {reference && <p className={`soft small ${styles.reference}`}>{copy.reference(reference)}</p>}
      </div>
      <p className="row">
        {message.canRetry && <Button text={copy.again} busy={isChecking && copy.checking} onPress={check} />}
        {requestId && (
          <LinkButton href={sponsorStatusPath({ state: 'pay', requestId })} text={copy.payAgain} />
        )}
        <LinkButton kind={isMainElsewhere ? 'quiet' : undefined} href={paths.dashboard} text={copy.goOn} />
        <LinkButton kind="quiet" href={paths.listing} text={copy.listing} />
      </p>
    </div>
  );
}

/** Text of the result page, and the actions that it offers. */
interface PaymentMessage {
  title: string;
  text: string;
  /** The request can still be paid by this sponsor. */
  canPay?: true;
  /** The payment is approved. */
  isPaid?: true;
  /** The status is unknown and a retry makes sense. */
  canRetry?: true;
}

/**
 * Returns the message for a payment; undefined while it is being processed.
 * @internal Exported for its test.
 */
export function paymentMessage(
  reference: string,
  payment: PaymentState | undefined,
  problem: unknown,
  wasCancelled: boolean,
): PaymentMessage | undefined {
  if (!reference) return copy.missing;
  if (problem !== undefined) {
    if (problem instanceof ApiError && (problem.status === 404 || problem.status === 422))
      return copy.unknown;
    return {
      title: copy.notReached.title,
      text: `${messageOf(problem, copy.error)} ${copy.notReached.text}`,
      canRetry: true,
    };
  }
  if (payment?.isRefundDue) return payment.isDifference ? copy.differenceTooLate : copy.refundDue;
  switch (payment?.status) {
    case 'success':
      return {
        title: copy.successTitle,
        text: payment.isDifference ? copy.differenceText : copy.successText,
        isPaid: true,
      };
    case 'failed':
    case 'abandoned':
      return { ...copy.outcomes[payment.status], canPay: true };
    case 'reversed':
    case 'needs_review':
      return copy.outcomes[payment.status];
    case 'pending':
      // The provider reports the payment as open for a while, but the payer has cancelled it.
      return wasCancelled ? { ...copy.outcomes.abandoned, canPay: true } : undefined;
    default:
      return undefined;
  }
}
