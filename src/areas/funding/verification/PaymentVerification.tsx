import { useEffect, useRef, useState } from 'react';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { paths, sponsorStatusPath } from '../../../browser/paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { usePayment } from '../payment/use-payment.ts';
import { paymentsCopy as copy } from './payments.copy.ts';
import styles from './verification.module.css';
import { wordsFor } from './words-for.ts';

/** What became of a payment. Works from a cold start with only the reference in the address. */
export function PaymentVerification() {
  const [{ reference, wasLeft }] = useState(() => {
    const query = new URLSearchParams(location.search);
    const named = query.get('reference') || query.get('trxref') || '';
    return { reference: named, wasLeft: query.has('cancelled') };
  });
  const { payment, problem, isAsking, check } = usePayment(reference);
  const title = useRef<HTMLHeadingElement>(null);
  const words = wordsFor(reference, payment, problem, wasLeft);
  const said = words?.title;

  useEffect(() => {
    if (said) title.current?.focus();
  }, [said]);

  if (!words) {
    return (
      <div className={styles.waiting} role="status">
        <Spinner isLarge />
        <h1>{copy.processing}</h1>
        {payment && <p className="lead">{copy.stillChecking}</p>}
      </div>
    );
  }

  const requestId = words.canPay && payment?.requestId;
  const isMainElsewhere = requestId || words.canAsk;
  return (
    <div className="stack stack-loose">
      <div className="stack">
        <h1 tabIndex={-1} ref={title}>
          {words.title}
        </h1>
        {payment?.status === 'success' && (
          <p className={styles.amount}>
            {formatMinor(toMinor(payment.amount), payment.currency)} <span>{payment.currency}</span>
          </p>
        )}
        <p className="lead">{words.text}</p>
        {reference && <p className={styles.reference}>{copy.reference(reference)}</p>}
      </div>
      <p className="row">
        {words.canAsk && (
          <Button isBusy={isAsking} busyLabel={copy.checking} onPress={() => void check()}>
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
