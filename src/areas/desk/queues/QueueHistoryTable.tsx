import { ScrolledTable } from '../ScrolledTable.tsx';
import { timeOfDay } from './chart-scale.ts';
import { type HistoryPoint, historyFigures } from './history-figures.ts';
import { historyCopy as copy } from './queue-history.copy.ts';
import styles from './queue-history.module.css';

/** What the charts show as a table, newest first. */
export function QueueHistoryTable({ label, points }: { label: string; points: readonly HistoryPoint[] }) {
  const newestFirst = [...points].reverse();
  return (
    <details className={styles.figures}>
      <summary>{copy.table}</summary>
      <ScrolledTable label={label} columns={[copy.at, ...historyFigures.map(([name]) => copy.figures[name])]}>
        {newestFirst.map(({ at, figures }, index) => (
          <tr key={at.getTime()}>
            <th scope="row">
              <time dateTime={at.toISOString()}>{index === 0 ? copy.now : timeOfDay(at)}</time>
            </th>
            {historyFigures.map(([name, format]) => (
              <td key={name}>{figures ? format(figures[name]) : copy.none}</td>
            ))}
          </tr>
        ))}
      </ScrolledTable>
    </details>
  );
}
