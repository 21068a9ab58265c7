import type { Impact } from '#contracts/dashboard/sponsored.ts';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { serverNow } from '../../../browser/server-clock.ts';
import { ImpactChart } from './ImpactChart.tsx';
import { ImpactTable } from './ImpactTable.tsx';
import styles from './impact.module.css';
import { hasEarlierMonths, type ImpactMonth, monthlyImpact } from './impact-months.ts';
import { sponsoredCopy } from './sponsored.copy.ts';

const copy = sponsoredCopy.impact;

/** The results of a sponsor's payments: a sentence, a chart per currency, and a table. */
export function ImpactSummary({ impact }: { impact: Impact }) {
  if (impact.funded === 0) return null;
  const now = new Date(serverNow());
  const charts = impact.currencies.map((one) => ({
    ...one,
    months: monthlyImpact(impact.months, one.currency, now),
  }));
  const most = Math.max(...charts.flatMap(({ months }) => months.map(({ funded }) => funded)));
  return (
    <section className={`card stack ${styles.impact}`} aria-labelledby="impact">
      <h2 id="impact">{copy.title}</h2>
      <p className="lead">{copy.summary(impact.funded, impact.completed)}</p>
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

function sum(months: readonly ImpactMonth[], what: 'funded' | 'completed'): number {
  return months.reduce((total, month) => total + month[what], 0);
}
