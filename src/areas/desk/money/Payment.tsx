import { getPaymentStory, type PaymentStory, verifyPaymentAgain } from '#contracts/desk/desk-money.ts';
import { casePath, deskPaths, personPath } from '#src/browser/desk-paths.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Button } from '#src/ui/Button.tsx';
import { FactList } from '#src/ui/FactList.tsx';
import { callDesk } from '../call-desk.ts';
import caseStyles from '../case/case.module.css';
import { DeskQueryState } from '../DeskQueryState.tsx';
import deskStyles from '../desk.module.css';
import { RelativeTime } from '../RelativeTime.tsx';
import { useDeskAction } from '../use-desk-action.ts';
import { useDeskQuery, useLiveDesk } from '../use-desk-query.ts';
import { LedgerTransactions } from './LedgerTransactions.tsx';
import { moneyCopy } from './money.copy.ts';
import styles from './money.module.css';
import { PaymentRecords, Section } from './PaymentRecords.tsx';
import { PaymentBadge } from './Payments.tsx';

const copy = moneyCopy.payment;

/** The page of a payment: everything that happened to it. */
export function Payment({ id }: { id: string }) {
  const payment = useDeskQuery(getPaymentStory, { params: { id } });
  useLiveDesk();
  const found = payment.data?.data;
  return (
    <>
      <a href={deskPaths.money}>← {copy.back}</a>
      <h1>{copy.title}</h1>
      <DeskQueryState query={payment} missing={copy.missing} />
      {found && (
        <>
          <p className="row">
            <code translate="no">{found.reference}</code> <PaymentBadge status={found.status} />
          </p>
          <div className={caseStyles.columns}>
            <div className="stack">
              <Facts payment={found} />
              <PaymentRecords payment={found} />
              <Section
                id="ledger"
                title={copy.ledger}
                isEmpty={found.transactions.length === 0}
                empty={copy.noLedger}
              >
                <LedgerTransactions transactions={found.transactions} isOfOnePayment />
              </Section>
              <Webhooks webhooks={found.webhooks} />
            </div>
            <div className="stack">
              <VerifyAgain id={found.id} />
              <Section id="cases" title={copy.cases} isEmpty={found.cases.length === 0} empty={copy.noCases}>
                <ul className={`bare ${deskStyles.log}`}>
                  {found.cases.map((one) => (
                    <li key={one.id} className={deskStyles.line}>
                      <a href={casePath(one.id)}>{one.summary}</a>
                      <Badge>{one.status}</Badge>
                    </li>
                  ))}
                </ul>
              </Section>
              <Timeline timeline={found.timeline} />
            </div>
          </div>
        </>
      )}
    </>
  );
}

function Facts({ payment }: { payment: PaymentStory }) {
  const { payer, learner, receiptNumber, reviewReason } = payment;
  return (
    <section className="card stack" aria-labelledby="payment-comparison">
      <FactList
        className={caseStyles.facts}
        facts={[
          [copy.course, payment.course],
          [copy.requestStatus, payment.requestStatus],
          [
            copy.payer,
            <span key="payer">
              <a href={personPath(payer.id)} translate="no">
                {payer.name}
              </a>
              {payment.isAnonymous && <span> ({copy.anonymous})</span>}
            </span>,
          ],
          [
            copy.learner,
            <a key="learner" href={personPath(learner.id)} translate="no">
              {learner.name}
            </a>,
          ],
          ...(receiptNumber === null ? [] : [[copy.receipt, receiptNumber] as const]),
          ...(reviewReason === null ? [] : [[copy.review, reviewReason] as const]),
        ]}
      />
      <h2 id="payment-comparison">{copy.comparison}</h2>
      <p className="small soft">
        {payment.reportedAt ? (
          <span>
            {copy.reported} <RelativeTime time={payment.reportedAt} />.
          </span>
        ) : (
          copy.neverReported
        )}
      </p>
      <table className={caseStyles.compare}>
        <thead>
          <tr>
            <th scope="col">{copy.what}</th>
            <th scope="col">{copy.ours}</th>
            <th scope="col">{copy.provider}</th>
          </tr>
        </thead>
        <tbody>
          {payment.comparison.map(({ name, ours, provider, differs }) => (
            <tr key={name} className={differs ? styles.differs : undefined}>
              <th scope="row">{name}</th>
              <td>{ours ?? '–'}</td>
              <td>
                <span>{provider ?? '–'}</span> {differs && <Badge kind="warn">{copy.differs}</Badge>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function VerifyAgain({ id }: { id: string }) {
  const { running, run } = useDeskAction();
  return (
    <div className="stack stack-tight">
      <Button
        kind="quiet"
        isBusy={running !== undefined}
        busyLabel={copy.verifying}
        onPress={() => void run('verify', () => callDesk(verifyPaymentAgain, { params: { id } }))}
      >
        {copy.verify}
      </Button>
      <p className="small soft">{copy.verifyHint}</p>
    </div>
  );
}

function Timeline({ timeline }: Pick<PaymentStory, 'timeline'>) {
  return (
    <section className="card stack stack-tight" aria-labelledby="payment-timeline">
      <h2 id="payment-timeline">{copy.timeline}</h2>
      <ol className={`bare ${caseStyles.history}`}>
        {timeline.map((event, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal events at the same time differ by their position only
          <li key={`${event.at} ${place}`}>
            <p>
              <strong>{event.what}</strong>{' '}
              <span className="soft small">
                <RelativeTime time={event.at} />
              </span>
            </p>
            {event.detail && <p className="small">{event.detail}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Webhooks({ webhooks }: Pick<PaymentStory, 'webhooks'>) {
  return (
    <Section id="webhooks" title={copy.webhooks} isEmpty={webhooks.length === 0} empty={copy.noWebhooks}>
      {webhooks.map((event) => (
        <details key={event.id} className={caseStyles.action}>
          <summary>
            {event.event}{' '}
            <span className="soft small">
              <RelativeTime time={event.at} />
            </span>
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard */}
          <pre className={styles.payload} tabIndex={0}>
            {event.payload}
          </pre>
        </details>
      ))}
    </Section>
  );
}
