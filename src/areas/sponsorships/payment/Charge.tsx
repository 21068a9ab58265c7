import { chargeFor, formatMinor, toMinor } from '#contracts/money.ts';
import { payCopy as copy } from '../status.copy.ts';
import styles from '../status.module.css';

/** What is charged for a course of this price (major units), with the fee on a line of its own. */
export function Charge({ price, currency }: { price: number; currency: string }) {
  const { priceMinor, feeMinor, totalMinor } = chargeFor(toMinor(price));
  return (
    <dl className={styles.amount}>
      <dt>{copy.course}</dt>
      <dd>{formatMinor(priceMinor, currency)}</dd>
      <dt>{copy.fee}</dt>
      <dd>{formatMinor(feeMinor, currency)}</dd>
      <dt className={styles.total}>{copy.total}</dt>
      <dd className={styles.total}>{formatMinor(totalMinor, currency)}</dd>
    </dl>
  );
}
