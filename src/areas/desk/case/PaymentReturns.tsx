import type { CaseDetails } from '#contracts/desk/desk.ts';
import { getDisputeEvidence } from '#contracts/desk/desk-disputes.ts';
import { formatMinor } from '#contracts/money.ts';
import { requestFor } from '#src/browser/api.ts';
import { RelativeTime } from '../RelativeTime.tsx';
import styles from './case.module.css';
import { Fact } from './Fact.tsx';
import { paymentReturnsCopy as copy } from './payment-returns.copy.ts';

type Payment = CaseDetails['payments'][number];

/** The refunds and the dispute of a payment, as far as they have come. */
export function PaymentReturns({ payment }: { payment: Payment }) {
  const { id, refunds, dispute } = payment;
  return (
    <>
      {refunds.map((refund, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: refunds are only appended
        <RefundFacts key={place} refund={refund} />
      ))}
      {dispute && <DisputeFacts paymentId={id} dispute={dispute} />}
    </>
  );
}

function RefundFacts({ refund }: { refund: Payment['refunds'][number] }) {
  const { status, amount, isApproved, reason, requestedBy, failureReason } = refund;
  const state = status === 'pending' && !isApproved ? copy.unapproved : copy.refundStatuses[status];
  return (
    <dl className={styles.facts}>
      <Fact name={copy.refund}>
        <strong translate="no">{formatMinor(amount.minor, amount.currency)}</strong>, {state}
      </Fact>
      {failureReason && <Fact name={copy.failure}>{failureReason}</Fact>}
      <Fact name={copy.reason}>{requestedBy === null ? reason : `${reason} (${requestedBy})`}</Fact>
    </dl>
  );
}

function DisputeFacts(props: { paymentId: string; dispute: NonNullable<Payment['dispute']> }) {
  const { status, outcome, answer, message, answeredBy, answeredAt, amount, category, dueAt } = props.dispute;
  const { acceptRequestedBy } = props.dispute;
  const isAnswering = status === 'awaiting_merchant' && answer !== null;
  const state = outcome ? copy.outcomes[outcome] : copy.disputeStatuses[status];
  const evidence = requestFor(getDisputeEvidence, { params: { id: props.paymentId } }).url;
  return (
    <dl className={styles.facts}>
      <Fact name={copy.dispute}>
        <strong translate="no">{formatMinor(amount.minor, amount.currency)}</strong>,{' '}
        {isAnswering ? copy.answering : state}
      </Fact>
      {category && <Fact name={copy.category}>{category}</Fact>}
      {answer && (
        <Fact name={copy.answer}>
          <span>{[copy.answers[answer], answeredBy].filter(Boolean).join(', ')}</span>{' '}
          {answeredAt && <RelativeTime time={answeredAt} />}
          {message && <p className="small">“{message}”</p>}
        </Fact>
      )}
      {acceptRequestedBy && <Fact name={copy.answer}>{copy.acceptRequested(acceptRequestedBy)}</Fact>}
      {status === 'awaiting_merchant' && !answer && (
        <Fact name={copy.answerBy}>
          <strong>{exactTime(dueAt)}</strong> (<RelativeTime time={dueAt} />)
          <p className="soft small">{copy.counted}</p>
        </Fact>
      )}
      <Fact name={copy.evidence}>
        <a href={evidence} target="_blank" rel="noreferrer">
          {copy.openEvidence}
        </a>
      </Fact>
    </dl>
  );
}

const exactTime = (time: string) =>
  new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
