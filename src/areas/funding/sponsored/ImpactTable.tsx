import type { Impact } from '#contracts/dashboard/sponsored.ts';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { monthName } from './ImpactChart.tsx';
import styles from './impact.module.css';
import { sponsoredCopy } from './sponsored.copy.ts';

const copy = sponsoredCopy.impact;
const { columns } = copy;

/** The figures of the charts, newest first, with a total per currency. */
export function ImpactTable({ impact }: { impact: Impact }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={styles.scroll} aria-label={copy.caption} tabIndex={0}>
      <table>
        <caption>{copy.caption}</caption>
        <thead>
          <tr>
            {Object.values(columns).map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...impact.months].reverse().map(({ month, ...funding }) => (
            <Row key={`${month} ${funding.currency}`} name={monthName(month)} {...funding} />
          ))}
        </tbody>
        <tfoot>
          {impact.currencies.map((funding) => (
            <Row key={funding.currency} name={copy.total} {...funding} />
          ))}
        </tfoot>
      </table>
    </section>
  );
}

function Row(props: { name: string } & Impact['currencies'][number]) {
  const { name, currency, funded, completed, paid } = props;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{currency}</td>
      <td>{funded.toLocaleString()}</td>
      <td>{completed.toLocaleString()}</td>
      <td translate="no">{formatMinor(toMinor(paid), currency)}</td>
    </tr>
  );
}
