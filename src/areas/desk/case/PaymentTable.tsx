import type { CaseDetails } from '#contracts/desk/desk.ts';
import { formatMinor } from '#contracts/money.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { deskCopy } from '../desk.copy.ts';
import { RelativeTime } from '../RelativeTime.tsx';
import styles from './case.module.css';

const copy = deskCopy.case;

/** A payment: our row beside what the provider last reported; a difference is marked. */
export function PaymentTable({ payment }: { payment: CaseDetails['payments'][number] }) {
  const { ours, provider } = payment;
  const amount = provider?.amount;
  const differs = amount && (amount.minor !== ours.amount.minor || amount.currency !== ours.amount.currency);
  return (
    <table className={styles.compare}>
      <caption>
        <code translate="no">{payment.reference}</code> {copy.payer(payment.payer.name)}
      </caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{copy.ours}</th>
          <th scope="col">{copy.provider}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{copy.status}</th>
          <td>{ours.status}</td>
          <td>{provider?.status ?? copy.notReported}</td>
        </tr>
        <tr>
          <th scope="row">{copy.amount}</th>
          <td translate="no">{formatMinor(ours.amount.minor, ours.amount.currency)}</td>
          <td>
            <span>{amount ? formatMinor(amount.minor, amount.currency) : '–'}</span>{' '}
            {differs && <Badge kind="warn">{copy.differs}</Badge>}
          </td>
        </tr>
        <tr>
          <th scope="row">{copy.time}</th>
          <td>
            <RelativeTime time={ours.settledAt ?? payment.createdAt} />
          </td>
          <td>{provider?.reportedAt ? <RelativeTime time={provider.reportedAt} /> : '–'}</td>
        </tr>
      </tbody>
    </table>
  );
}
