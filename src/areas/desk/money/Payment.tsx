import { getDisputeEvidence } from '#contracts/desk/desk-documents.ts';
import { getPaymentStory, type PaymentStory, verifyPaymentAgain } from '#contracts/desk/desk-money.ts';
import { providerWord, requestStatusNames } from '#contracts/desk/desk-words.ts';
import { formatMinor } from '#contracts/money.ts';
import { upperFirst } from '#contracts/upper-first.ts';
import { requestFor } from '#src/browser/api.ts';
import { deskPaths } from '#src/browser/desk-paths.ts';
import { Button } from '#src/ui/Button.tsx';
import { Badge } from '#src/ui/Facts.tsx';
import { callDesk } from '../call-desk.ts';
import { ComparedPayment } from '../case/CasePayments.tsx';
import { caseCopy, paymentReturnsCopy as returnsCopy } from '../case/case.copy.ts';
import caseStyles from '../case/case.module.css';
import { ProviderLink } from '../case/ProviderLink.tsx';
import { Deadline } from '../Deadline.tsx';
import deskStyles from '../desk.module.css';
import {
  CasesSection,
  EventSection,
  Fact,
  Facts,
  FileLink,
  MailLink,
  PersonLink,
  RelativeTime,
  Section,
} from '../PageParts.tsx';
import { DeskQueryState, useDeskAction, useDeskQuery, useLiveDesk } from '../use-desk-query.tsx';
import { LedgerTransactions } from './Ledger.tsx';
import { moneyCopy } from './money.copy.ts';
import styles from './money.module.css';
import { PaymentBadge } from './Payments.tsx';

const copy = moneyCopy.payment;

/** The page of a payment: everything that happened to it. */
export function Payment({ id }: { id: string }) {
  const payment = useDeskQuery(getPaymentStory, { params: { id } });
  useLiveDesk();
  const data = payment.data?.data;
  return (
    <>
      <a href={deskPaths.money}>← {copy.back}</a>
      <h1>{copy.title}</h1>
      <DeskQueryState query={payment} missing={copy.missing} />
      {data && (
        <>
          <p className="row">
            <code translate="no">{data.reference}</code> <PaymentBadge status={data.status} />{' '}
            <ProviderLink {...data} />
          </p>
          <div className={caseStyles.columns}>
            <div className="stack">
              <PaymentFacts payment={data} />
              <PaymentRecords payment={data} />
              <Section
                id="payment-ledger"
                title={copy.ledger}
                empty={data.transactions.length === 0 && copy.noLedger}
              >
                <LedgerTransactions transactions={data.transactions} isOfOnePayment />
              </Section>
              <Webhooks webhooks={data.webhooks} />
            </div>
            <div className="stack">
              <VerifyAgain id={data.id} />
              <CasesSection id="payment-cases" title={copy.cases} empty={copy.noCases} cases={data.cases} />
              <EventSection id="payment-timeline" title={copy.timeline} events={data.timeline} />
            </div>
          </div>
        </>
      )}
    </>
  );
}

function PaymentFacts({ payment }: { payment: PaymentStory }) {
  const { payer, learner } = payment;
  return (
    <section className="card stack" aria-labelledby="payment-comparison">
      <Facts>
        <Fact name={copy.course}>{payment.course}</Fact>
        <Fact name={copy.requestStatus}>{requestStatusNames[payment.requestStatus]}</Fact>
        <Fact name={copy.payer}>
          <PersonLink person={payer} /> <MailLink to={payment.payerEmail} />
          {payment.isAnonymous && <span> ({copy.anonymous})</span>}
        </Fact>
        <Fact name={copy.learner}>
          <PersonLink person={learner} />
        </Fact>
        <Fact name={copy.receipt}>{payment.receiptNumber}</Fact>
        <Fact name={copy.review}>{payment.reviewReason}</Fact>
      </Facts>
      <h2 id="payment-comparison">{copy.comparison}</h2>
      <ComparedPayment payment={payment} />
    </section>
  );
}

/** Refunds, disputes and purchase of a payment. */
function PaymentRecords({ payment }: { payment: PaymentStory }) {
  const { refunds, disputes, purchase } = payment;
  return (
    <>
      <Section id="payment-refunds" title={copy.refunds} empty={refunds.length === 0 && copy.noRefunds}>
        <ul className={`bare ${deskStyles.log}`}>
          {refunds.map(({ id, amount, status, origin, reason, failureReason, createdAt }) => (
            <li key={id} className={`row row-apart ${deskStyles.line}`}>
              <span>
                <strong translate="no">{formatMinor(amount.minor, amount.currency)}</strong>{' '}
                <span>· {[reason || copy.origins[origin], failureReason].filter(Boolean).join(' · ')}</span>
              </span>
              <span className="row small">
                <RelativeTime time={createdAt} />
                <Badge>{upperFirst(returnsCopy.refundStatuses[status])}</Badge>
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="payment-disputes" title={copy.disputes} empty={disputes.length === 0 && copy.noDisputes}>
        <ul className={`bare ${deskStyles.log}`}>
          {disputes.map(({ id, amount, status, outcome, category, dueAt, evidence }) => (
            <li key={id} className={`row row-apart ${deskStyles.line}`}>
              <span>
                <strong translate="no">{formatMinor(amount.minor, amount.currency)}</strong>
                {category && <span> · {providerWord(category)}</span>}
              </span>
              <span className="row small">
                {outcome === null && (
                  <span>
                    {copy.due} <Deadline time={dueAt} />
                  </span>
                )}
                <Badge>
                  {upperFirst(outcome ? returnsCopy.outcomes[outcome] : returnsCopy.disputeStatuses[status])}
                </Badge>
                {evidence && (
                  <FileLink
                    file={requestFor(getDisputeEvidence, {
                      params: { id: payment.id },
                      query: { dispute: id },
                    })}
                    text={returnsCopy.openEvidence[evidence]}
                  />
                )}
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="payment-purchase" title={copy.purchase} empty={!purchase && copy.noPurchase}>
        {purchase && (
          <div className="card stack stack-tight">
            <p>
              <Badge>{caseCopy.purchaseStatuses[purchase.status]}</Badge>
            </p>
            <Facts>
              <Fact name={copy.attempt}>{purchase.attempt}</Fact>
              <Fact name={copy.order}>{purchase.orderNumber ?? '–'}</Fact>
              <Fact name={copy.spent}>
                {purchase.spent ? formatMinor(purchase.spent.minor, purchase.spent.currency) : '–'}
              </Fact>
            </Facts>
            {purchase.failureReason && <p>{purchase.failureReason}</p>}
          </div>
        )}
      </Section>
    </>
  );
}

function VerifyAgain({ id }: { id: string }) {
  const { running, run } = useDeskAction();
  return (
    <div className="stack stack-tight">
      <Button
        kind="quiet"
        text={copy.verify}
        busy={running !== undefined && copy.verifying}
        onPress={() => run('verify', () => callDesk(verifyPaymentAgain, { params: { id } }))}
      />
      <p className="small soft">{copy.verifyHint}</p>
    </div>
  );
}

function Webhooks({ webhooks }: Pick<PaymentStory, 'webhooks'>) {
  return (
    <Section id="payment-webhooks" title={copy.webhooks} empty={webhooks.length === 0 && copy.noWebhooks}>
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
