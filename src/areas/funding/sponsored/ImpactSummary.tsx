import type { ReactNode } from 'react';
import type { Impact } from '#contracts/dashboard/sponsored.ts';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { reader } from '../../../browser/reader.ts';
import { serverNow } from '../../../browser/server-clock.ts';
import { hasEarlierMonths, ImpactChart, type ImpactMonth, monthlyImpact, monthName } from './ImpactChart.tsx';
import styles from './impact.module.css';
import { sponsoredCopy } from './sponsored.copy.ts';

const copy = sponsoredCopy.impact;

/** The results of a sponsor's payments: the counters, a chart per currency, and a table. */
export function ImpactSummary({ impact, children }: { impact: Impact; children: ReactNode }) {
  if (impact.funded === 0) return null;
  const now = new Date(serverNow());
  const charts = impact.currencies.map((total) => ({
    ...total,
    months: monthlyImpact(impact.months, total.currency, now),
  }));
  const most = Math.max(...charts.flatMap(({ months }) => months.map(({ funded }) => funded)));
  return (
    <section className={`card stack ${styles.impact}`} aria-labelledby="impact">
      <h2 id="impact">{copy.title}</h2>
      {children}
      <div className={styles.charts}>
        {charts.map(({ currency, funded, paid, months }) => (
          <div key={currency} className={styles.panel}>
            <h3>
              {currency} <span>{copy.panel(funded, formatMinor(toMinor(paid), currency))}</span>
            </h3>
            <ImpactChart
              label={copy.chart(currency, sum(months, 'funded'), sum(months, 'completed'))}
              months={months}
              most={most}
            />
          </div>
        ))}
      </div>
      <ul className={styles.legend}>
        <li>
          <span className={styles.keyDone} /> {copy.completed}
        </li>
        <li>
          <span className={styles.keyGoing} /> {copy.going}
        </li>
      </ul>
      <p className="soft small">
        {hasEarlierMonths(impact.months, now) ? `${copy.note} ${copy.earlier}` : copy.note}
      </p>
      <details className={styles.figures}>
        <summary>{copy.table}</summary>
        <ImpactTable impact={impact} />
      </details>
    </section>
  );
}

function sum(months: readonly ImpactMonth[], count: 'funded' | 'completed'): number {
  return months.reduce((total, month) => total + month[count], 0);
}

/** The figures of the charts, newest first, with a total per currency. */
function ImpactTable({ impact }: { impact: Impact }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled table must be reached by keyboard
    <section className={styles.scroll} aria-label={copy.caption} tabIndex={0}>
      <table>
        <caption>{copy.caption}</caption>
        <thead>
          <tr>
            {Object.values(copy.columns).map((column) => (
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
      <td>{funded.toLocaleString(reader.locale)}</td>
      <td>{completed.toLocaleString(reader.locale)}</td>
      <td translate="no">{formatMinor(toMinor(paid), currency)}</td>
    </tr>
  );
}
