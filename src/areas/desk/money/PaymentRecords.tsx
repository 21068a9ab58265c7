import type { ReactNode } from 'react';
import { getDisputeEvidence } from '#contracts/desk/desk-disputes.ts';
import type { PaymentStory } from '#contracts/desk/desk-money.ts';
import { formatMinor } from '#contracts/money.ts';
import { requestFor } from '#src/browser/api.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { FactList } from '#src/ui/FactList.tsx';
import caseStyles from '../case/case.module.css';
import deskStyles from '../desk.module.css';
import { RelativeTime } from '../RelativeTime.tsx';
import { moneyCopy } from './money.copy.ts';

const copy = moneyCopy.payment;

/** A section of the page of a payment, or one sentence where it has nothing. */
export function Section(props: {
  id: string;
  title: string;
  isEmpty: boolean;
  empty: string;
  children: ReactNode;
}) {
  return (
    <section className="stack stack-tight" aria-labelledby={`payment-${props.id}`}>
      <h2 id={`payment-${props.id}`}>{props.title}</h2>
      {props.isEmpty ? <p className="soft">{props.empty}</p> : props.children}
    </section>
  );
}

/** Refunds, disputes and purchase of a payment. */
export function PaymentRecords({ payment }: { payment: PaymentStory }) {
  const { refunds, disputes, purchase } = payment;
  const evidence = requestFor(getDisputeEvidence, { params: { id: payment.id } }).url;
  return (
    <>
      <Section id="refunds" title={copy.refunds} isEmpty={refunds.length === 0} empty={copy.noRefunds}>
        <ul className={`bare ${deskStyles.log}`}>
          {refunds.map(({ id, amount, status, origin, reason, failureReason, createdAt }) => (
            <li key={id} className={deskStyles.line}>
              <span>
                <strong translate="no">{formatMinor(amount.minor, amount.currency)}</strong>{' '}
                <span>· {[reason || origin, failureReason].filter(Boolean).join(' · ')}</span>
              </span>
              <span className="row small">
                <RelativeTime time={createdAt} />
                <Badge>{status.replaceAll('_', ' ')}</Badge>
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="disputes" title={copy.disputes} isEmpty={disputes.length === 0} empty={copy.noDisputes}>
        <ul className={`bare ${deskStyles.log}`}>
          {disputes.map(({ id, amount, status, outcome, category, dueAt }) => (
            <li key={id} className={deskStyles.line}>
              <span>
                <strong translate="no">{formatMinor(amount.minor, amount.currency)}</strong>
                {category && <span> · {category}</span>}
              </span>
              <span className="row small">
                {outcome === null && (
                  <span>
                    {copy.due} <RelativeTime time={dueAt} />
                  </span>
                )}
                <Badge>{(outcome ?? status).replaceAll('_', ' ')}</Badge>
                <a href={evidence}>{copy.evidence}</a>
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="purchase" title={copy.purchase} isEmpty={!purchase} empty={copy.noPurchase}>
        {purchase && (
          <div className="card stack stack-tight">
            <p>
              <Badge>{purchase.status.replaceAll('_', ' ')}</Badge>
            </p>
            <FactList
              className={caseStyles.facts}
              facts={[
                [copy.attempt, String(purchase.attempt)],
                [copy.order, purchase.orderNumber ?? '–'],
                [
                  copy.spent,
                  purchase.spent ? formatMinor(purchase.spent.minor, purchase.spent.currency) : '–',
                ],
              ]}
            />
            {purchase.failureReason && <p>{purchase.failureReason}</p>}
          </div>
        )}
      </Section>
    </>
  );
}
