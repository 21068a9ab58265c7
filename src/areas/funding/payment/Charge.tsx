import { type Charge as Amounts, formatMinor } from '#contracts/money.ts';
import { payCopy as copy } from '../status/status.copy.ts';
import styles from '../status/status.module.css';

/** Price, service fee and total of a payment. */
export function Charge({ charge, currency }: { charge: Amounts; currency: string }) {
  return (
    <dl className={styles.amount}>
      <dt>{copy.course}</dt>
      <dd>{formatMinor(charge.priceMinor, currency)}</dd>
      <dt>{copy.fee}</dt>
      <dd>{formatMinor(charge.feeMinor, currency)}</dd>
      <dt className={styles.total}>{copy.total}</dt>
      <dd className={styles.total}>{formatMinor(charge.totalMinor, currency)}</dd>
    </dl>
  );
}
