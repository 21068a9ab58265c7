import type { ReactNode } from 'react';
import type { CaseDetails } from '#contracts/desk/desk.ts';
import { getDisputeEvidence } from '#contracts/desk/desk-documents.ts';
import type { ComparedPayment as Compared } from '#contracts/desk/desk-payment-facts.ts';
import { providerWord } from '#contracts/desk/desk-words.ts';
import { formatMinor } from '#contracts/money.ts';
import { requestFor } from '#src/browser/api.ts';
import { paymentPath } from '#src/browser/desk-paths.ts';
import { Badge } from '#src/ui/Facts.tsx';
import { Deadline } from '../Deadline.tsx';
import { deskCopy } from '../desk.copy.ts';
import deskStyles from '../desk.module.css';
import { Fact, Facts, FileLink, MailLink, PersonLink, RelativeTime } from '../PageParts.tsx';
import { caseCopy, paymentReturnsCopy as copy } from './case.copy.ts';
import { ProviderLink } from './ProviderLink.tsx';

type Payment = CaseDetails['payments'][number];

/** The payments of a case about a request: each beside the provider's report, with its payer, refunds and dispute. */
export function CasePayments({ request, payments }: Pick<CaseDetails, 'request' | 'payments'>) {
  if (!request) return null;
  return (
    <section className="card stack" aria-labelledby="case-payments">
      <h2 id="case-payments">{caseCopy.payments}</h2>
      {payments.length === 0 && <p className="soft">{caseCopy.noPayments}</p>}
      {payments.map((payment) => (
        <div key={payment.id} className="stack stack-tight">
          <ComparedPayment
            payment={payment}
            caption={
              <>
                <a href={paymentPath(payment.id)}>
                  <code translate="no">{payment.reference}</code>
                </a>{' '}
                {payment.isSubject && payments.length > 1 && (
                  <Badge kind="wait">{caseCopy.thisPayment}</Badge>
                )}{' '}
                <ProviderLink {...payment} />
              </>
            }
          />
          <Facts>
            <Fact name={caseCopy.payer}>
              <PersonLink person={payment.payer} /> <MailLink to={payment.payerEmail} />
            </Fact>
          </Facts>
          {payment.refunds.map((refund, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: refunds are only appended
            <RefundFacts key={place} refund={refund} />
          ))}
          {payment.dispute && <DisputeFacts paymentId={payment.id} dispute={payment.dispute} />}
        </div>
      ))}
    </section>
  );
}

/** A payment: our row beside what the provider last reported; a difference is marked. */
export function ComparedPayment(props: {
  payment: Pick<Compared, 'comparison' | 'recordedAt' | 'reportedAt'>;
  caption?: ReactNode;
}) {
  const { caption, payment } = props;
  const { comparison, recordedAt, reportedAt } = payment;
  return (
    <table className={deskStyles.compare}>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          <td />
          <th scope="col">{deskCopy.comparison.ours}</th>
          <th scope="col">{deskCopy.comparison.provider}</th>
        </tr>
      </thead>
      <tbody>
        {comparison.map(({ name, ours, provider, differs }) => (
          <tr key={name} className={differs ? deskStyles.differs : undefined}>
            <th scope="row">{name}</th>
            <td translate="no">{ours ?? '–'}</td>
            <td>
              <span translate="no">{provider ?? '–'}</span>{' '}
              {differs && <Badge kind="warn">{deskCopy.comparison.differs}</Badge>}
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">{deskCopy.comparison.time}</th>
          <td>
            <RelativeTime time={recordedAt} />
          </td>
          <td>{reportedAt ? <RelativeTime time={reportedAt} /> : deskCopy.comparison.notReported}</td>
        </tr>
      </tbody>
    </table>
  );
}

function RefundFacts({ refund }: { refund: Payment['refunds'][number] }) {
  const { status, amount, isApproved, reason, requestedBy, failureReason } = refund;
  const state = status === 'pending' && !isApproved ? copy.unapproved : copy.refundStatuses[status];
  return (
    <Facts>
      <Fact name={copy.refund}>
        <strong translate="no">{formatMinor(amount.minor, amount.currency)}</strong>, {state}
      </Fact>
      <Fact name={copy.failure}>{failureReason}</Fact>
      <Fact name={copy.reason}>{requestedBy === null ? reason : `${reason} (${requestedBy})`}</Fact>
    </Facts>
  );
}

function DisputeFacts(props: { paymentId: string; dispute: NonNullable<Payment['dispute']> }) {
  const { paymentId, dispute } = props;
  const { status, outcome, answer, message, answeredBy, answeredAt, amount, dueAt } = dispute;
  const isAnswering = status === 'awaiting_merchant' && answer !== null;
  const state = outcome ? copy.outcomes[outcome] : copy.disputeStatuses[status];
  return (
    <Facts>
      <Fact name={copy.dispute}>
        <strong translate="no">{formatMinor(amount.minor, amount.currency)}</strong>,{' '}
        {isAnswering ? copy.answering : state}
      </Fact>
      <Fact name={copy.category}>{dispute.category && providerWord(dispute.category)}</Fact>
      {answer && (
        <Fact name={copy.answer}>
          <span>{[copy.answers[answer], answeredBy].filter(Boolean).join(', ')}</span>{' '}
          {answeredAt && <RelativeTime time={answeredAt} />}
          {message && <p className="small">“{message}”</p>}
        </Fact>
      )}
      <Fact name={copy.answer}>
        {dispute.acceptRequestedBy && copy.acceptRequested(dispute.acceptRequestedBy)}
      </Fact>
      {status === 'awaiting_merchant' && !answer && (
        <Fact name={copy.answerBy}>
          <Deadline time={dueAt} />
          <p className="soft small">{copy.counted}</p>
        </Fact>
      )}
      <Fact name={copy.evidence}>
        {dispute.evidence ? (
          <FileLink
            file={requestFor(getDisputeEvidence, {
              params: { id: paymentId },
              query: { dispute: dispute.id },
            })}
            text={copy.openEvidence[dispute.evidence]}
          />
        ) : (
          copy.noEvidence
        )}
      </Fact>
    </Facts>
  );
}
