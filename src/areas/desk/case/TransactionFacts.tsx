import type { CaseDetails } from '#contracts/desk/desk.ts';
import { formatMinor } from '#contracts/money.ts';
import { paymentPath } from '#src/browser/desk-paths.ts';
import { Fact, FactsSection, MailLink, PersonLink, RelativeTime, Section } from '../PageParts.tsx';
import { transactionCopy as copy, paymentReturnsCopy } from './case.copy.ts';
import { ProviderLink } from './ProviderLink.tsx';

type Transaction = NonNullable<CaseDetails['transaction']>;

/** What the provider says about a transaction that no payment has, and the payments that it may belong to. */
export function TransactionFacts({ transaction }: { transaction: Transaction }) {
  const { reference, providerId, amount, fee, payer, payerEmail, paidAt } = transaction;
  const { decision, refundStatus, refundFailure, candidates } = transaction;
  return (
    <>
      <FactsSection id="case-transaction" title={copy.title}>
        <Fact name={copy.reference}>
          <code translate="no">{reference}</code>
        </Fact>
        <Fact name={copy.number}>
          <span translate="no">{providerId}</span> <ProviderLink {...transaction} />
        </Fact>
        <Fact name={copy.amount}>
          <strong translate="no">{formatMinor(amount.minor, amount.currency)}</strong>
        </Fact>
        <Fact name={copy.fee}>
          {fee && <span translate="no">{formatMinor(fee.minor, fee.currency)}</span>}
        </Fact>
        <Fact name={copy.paidAt}>{paidAt && <RelativeTime time={paidAt} />}</Fact>
        <Fact name={copy.payer}>
          {payer && <PersonLink person={payer} />}{' '}
          {payerEmail ? <MailLink to={payerEmail} /> : <span>{copy.noPayer}</span>}
        </Fact>
        <Fact name={copy.decision}>{decision && copy.decisions[decision]}</Fact>
        <Fact name={copy.refund}>{refundStatus && paymentReturnsCopy.refundStatuses[refundStatus]}</Fact>
        <Fact name={paymentReturnsCopy.failure}>{refundFailure}</Fact>
      </FactsSection>
      <Section
        isCard
        id="case-candidates"
        title={copy.candidates}
        empty={candidates.length === 0 && copy.none}
      >
        <ul className="bare stack stack-tight">
          {candidates.map((payment) => (
            <li key={payment.id}>
              <a href={paymentPath(payment.id)} translate="no">
                <code>{payment.reference}</code>
              </a>{' '}
              <span translate="no">{formatMinor(payment.amount.minor, payment.amount.currency)}</span>
              <p className="small">
                <PersonLink person={payment.payer} /> · <span translate="no">{payment.course}</span> ·{' '}
                <RelativeTime time={payment.createdAt} />
              </p>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
