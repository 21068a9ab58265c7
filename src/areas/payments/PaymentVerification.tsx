import { useEffect, useRef, useState } from 'react';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { paths } from '../../browser/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { paymentsCopy as copy } from './payments.copy.ts';
import { usePayment } from './use-payment.ts';
import styles from './verification.module.css';

/** What became of a payment. Works from a cold start with only the reference in the address. */
export function PaymentVerification() {
  const [reference] = useState(() => {
    const query = new URLSearchParams(location.search);
    return query.get('reference') || query.get('trxref') || '';
  });
  const { payment, problem, isAsking, check } = usePayment(reference);
  const title = useRef<HTMLHeadingElement>(null);
  const outcome = payment?.status;
  const isSettled = !reference || (outcome !== undefined && outcome !== 'pending');

  useEffect(() => {
    if (isSettled) title.current?.focus();
  }, [isSettled]);

  if (reference && !isSettled && !problem) {
    return (
      <div className={styles.waiting} role="status">
        <Spinner isLarge />
        <h1>{copy.processing}</h1>
        {outcome === 'pending' && <p className="lead">{copy.stillChecking}</p>}
      </div>
    );
  }

  const words = wordsFor(reference, outcome, problem);
  return (
    <div className="stack stack-loose">
      <div className="stack">
        <h1 tabIndex={-1} ref={title}>
          {words.title}
        </h1>
        {outcome === 'success' && payment && (
          <p className={styles.amount}>
            {formatMinor(toMinor(payment.amount), payment.currency)} <span>{payment.currency}</span>
          </p>
        )}
        <p className="lead">{words.text}</p>
        {reference && <p className="soft small">{copy.reference(reference)}</p>}
      </div>
      <p className="row">
        {problem && (
          <Button isBusy={isAsking} busyLabel={copy.checking} onPress={() => void check()}>
            {copy.again}
          </Button>
        )}
        <a className={problem ? 'button button-quiet' : 'button'} href={paths.dashboard}>
          {copy.goOn}
        </a>
        <a className="button button-quiet" href={paths.listing}>
          {copy.listing}
        </a>
      </p>
    </div>
  );
}

function wordsFor(reference: string, outcome: string | undefined, problem: string | undefined) {
  if (!reference) return copy.missing;
  if (problem) return { title: copy.errorTitle, text: problem };
  if (outcome === 'success') return { title: copy.successTitle, text: copy.successText };
  return copy.outcomes[(outcome ?? 'failed') as keyof typeof copy.outcomes];
}
