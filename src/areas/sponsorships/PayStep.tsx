import { useState } from 'react';
import { CurrencySchema, chargeFor, formatMinor, toMinor } from '#contracts/money.ts';
import { initiatePayment } from '#contracts/payments.ts';
import { call, messageOf } from '../../browser/api.ts';
import { paths, paymentVerificationPath } from '../../browser/paths.ts';
import { rememberSponsoring, sponsoringOf } from '../../browser/sponsoring.ts';
import { toastError } from '../../browser/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Steps } from '../../ui/Steps.tsx';
import { openTab } from './open-tab.ts';
import { sponsorshipsCopy } from './sponsorships.copy.ts';
import styles from './status.module.css';
import type { StatusQuery } from './status-query.ts';

const copy = sponsorshipsCopy.status;

/** The amount with its fee, and the way to the provider's page in a new tab. */
export function PayStep({ query, name }: { query: StatusQuery; name: string }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [started, setStarted] = useState<{ url: string; reference: string; isBlocked: boolean }>();
  const { requestId, currency } = query;
  const charge = chargeFor(toMinor(query.price));
  // Unknown when this browser remembers nothing of the choice: then the server's default protects the sponsor.
  const isAnonymous = sponsoringOf(requestId)?.isAnonymous;

  const pay = async () => {
    const chargeable = CurrencySchema.safeParse(currency);
    if (!chargeable.success) return setProblem(chargeable.error.issues[0]?.message ?? copy.failed);
    setProblem(undefined);
    setBusy(true);
    const tab = openTab();
    try {
      const answer = await call(initiatePayment, {
        body: {
          amount: charge.totalMinor,
          requestID: requestId,
          currency: chargeable.data,
          ...(isAnonymous !== undefined && { isAnonymous }),
        },
      });
      const { authorization_url: url, reference } = answer.data.data;
      rememberSponsoring({ requestId, reference, ...(isAnonymous !== undefined && { isAnonymous }) });
      tab.go(url);
      setStarted({ url, reference, isBlocked: tab.isBlocked });
    } catch (error) {
      tab.close();
      const message = messageOf(error, copy.failed);
      setProblem(message);
      toastError(message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="stack stack-loose">
      <Steps
        label={copy.stepsLabel}
        steps={isAnonymous === false ? copy.steps : copy.stepsAnonymous}
        now={isAnonymous === false ? 2 : 1}
      />
      <div className="stack stack-tight">
        <h1>{copy.payTitle}</h1>
        <p className="lead">{copy.payText(name)}</p>
      </div>
      <dl className={styles.amount}>
        <dt>{copy.course}</dt>
        <dd>{formatMinor(charge.priceMinor, currency)}</dd>
        <dt>{copy.fee}</dt>
        <dd>{formatMinor(charge.feeMinor, currency)}</dd>
        <dt className={styles.total}>{copy.total}</dt>
        <dd className={styles.total}>{formatMinor(charge.totalMinor, currency)}</dd>
      </dl>
      {isAnonymous !== false && <p>{isAnonymous ? copy.anonymous : copy.anonymousUnlessMet}</p>}
      {problem && (
        <p className="notice notice-warn" role="alert">
          {problem}
        </p>
      )}
      {started && (
        <div role="status">
          <Notice>
            <p>{started.isBlocked ? copy.blocked : copy.opened}</p>
            <p className="row">
              <a className="button button-quiet" href={started.url} target="_blank" rel="noopener">
                {copy.openPayment}
              </a>
              <a className="button" href={paymentVerificationPath(started.reference)}>
                {copy.check}
              </a>
            </p>
          </Notice>
        </div>
      )}
      <p className="row">
        {!started && (
          <Button isBusy={isBusy} busyLabel={copy.paying} onPress={() => void pay()}>
            {copy.pay}
          </Button>
        )}
        <a className="button button-quiet" href={paths.listing}>
          {copy.listing}
        </a>
      </p>
    </div>
  );
}
