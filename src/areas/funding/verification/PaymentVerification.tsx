import { useEffect, useRef, useState } from 'react';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { paths, sponsorStatusPath } from '../../../browser/paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { usePaymentStatus } from '../payment/use-payment-status.ts';
import { paymentMessage } from './payment-message.ts';
import { paymentsCopy as copy } from './payments.copy.ts';
import styles from './verification.module.css';

/** The result of a payment. Needs only the reference in the URL. */
export function PaymentVerification() {
  const [{ reference, wasCancelled }] = useState(() => {
    const query = new URLSearchParams(location.search);
    const named = query.get('reference') || query.get('trxref') || '';
    return { reference: named, wasCancelled: query.has('cancelled') };
  });
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
        {reference && <p className={styles.reference}>{copy.reference(reference)}</p>}
      </div>
      <p className="row">
        {message.canRetry && (
          <Button isBusy={isChecking} busyLabel={copy.checking} onPress={() => void check()}>
            {copy.again}
          </Button>
        )}
        {requestId && (
          <a className="button" href={sponsorStatusPath({ state: 'pay', requestId })}>
            {copy.payAgain}
          </a>
        )}
        <a className={isMainElsewhere ? 'button button-quiet' : 'button'} href={paths.dashboard}>
          {copy.goOn}
        </a>
        <a className="button button-quiet" href={paths.listing}>
          {copy.listing}
        </a>
      </p>
    </div>
  );
}
