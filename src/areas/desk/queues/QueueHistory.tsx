import { useState } from 'react';
import { getQueueHistory, type QueueFiguresView, queueSpans } from '#contracts/desk/desk-queues.ts';
import { queueNames } from '#contracts/queue-names.ts';
import { Select } from '#src/ui/fields/Field.tsx';
import { ScrolledTable } from '../ListParts.tsx';
import { DeskQueryState, useAddressQuery, useDeskQuery } from '../use-desk-query.tsx';
import { ageInWords, ageTicks, countTicks, timeOfDay } from './chart-scale.ts';
import { FigureChart } from './FigureChart.tsx';
import { historyCopy as copy } from './queue-history.copy.ts';
import styles from './queue-history.module.css';

/** Figures of the queues at one time; without them where none were recorded. */
interface HistoryPoint {
  at: Date;
  figures: QueueFiguresView | null;
}

/** The figures in their order, with how their values are written. */
const historyFigures = [
  ['waiting', copy.count, countTicks],
  ['queued', copy.count, countTicks],
  ['failed', copy.count, countTicks],
  ['oldestS', ageInWords, ageTicks],
  ['done', copy.count, countTicks],
] as const;

/** Charts of one queue, or of all together, over the last hour or day, with one time that all of them show, and a table. */
export function QueueHistory() {
  const { query, field } = useAddressQuery(getQueueHistory, 'history');
  const { span = 'hour', queue } = query;
  const history = useDeskQuery(getQueueHistory, { query: { span, ...(queue && { queue }) } });
  // The time, not its place: the places move on with each minute.
  const [shownAt, setShownAt] = useState<number>();
  const data = history.data?.data;
  const points: HistoryPoint[] = data
    ? [...data.points, data.now].map(({ at, figures }) => ({ at: new Date(at), figures }))
    : [];
  const place = points.findIndex(({ at }) => at.getTime() === shownAt);
  const shown = place < 0 ? points.length - 1 : place;
  const show = (index: number | undefined) =>
    setShownAt(index === undefined || index === points.length - 1 ? undefined : points[index]?.at.getTime());
  const nameOf = queue ?? copy.allQueues;
  return (
    <section className={`stack ${styles.history}`} aria-labelledby="queue-history">
      <h2 id="queue-history">{copy.heading}</h2>
      <div className={styles.filters}>
        <Select
          {...field('queue')}
          label={copy.queue}
          placeholder={copy.allQueues}
          options={queueNames.map((name) => [name, name])}
        />
        <Select
          {...field('span')}
          label={copy.span}
          options={queueSpans.map((name) => [name, copy.spans[name]])}
          value={span}
        />
      </div>
      <DeskQueryState query={history} />
      <div className={styles.charts}>
        {historyFigures.map(([name, format, ticksFor]) => {
          const values = points.map(({ at, figures }) => ({ at, value: figures?.[name] ?? null }));
          const most = Math.max(0, ...values.map(({ value }) => value ?? 0));
          return (
            <FigureChart
              key={name}
              title={copy.figures[name]}
              label={copy.chart(copy.figures[name], nameOf)}
              span={span}
              points={values}
              ticks={ticksFor(most)}
              format={format}
              shown={shown}
              isWarning={name === 'failed'}
              onShow={show}
            />
          );
        })}
        <TimeSlider points={points} shown={shown} onShow={show} />
      </div>
      {points.length > 0 && <QueueHistoryTable label={copy.tableOf(nameOf)} points={points} />}
    </section>
  );
}

/** The time that the charts show, for keyboards and fingers. */
function TimeSlider(props: {
  points: readonly HistoryPoint[];
  shown: number;
  onShow: (index: number) => void;
}) {
  const { points, shown, onShow } = props;
  const last = Math.max(0, points.length - 1);
  const point = points[shown];
  const time = point && shown < last ? timeOfDay(point.at) : copy.now;
  const figures = historyFigures.map(([name, format]) => {
    const value = point?.figures?.[name];
    return `${copy.figures[name]} ${value === undefined ? copy.none : format(value)}`;
  });
  return (
    <div className={styles.time}>
      <label htmlFor="history-time">{copy.time}</label>
      <output htmlFor="history-time">{time}</output>
      <input
        id="history-time"
        type="range"
        min={0}
        max={last}
        value={Math.max(0, shown)}
        aria-valuetext={[time, ...figures].join(', ')}
        disabled={points.length === 0}
        onChange={({ target }) => onShow(Number(target.value))}
      />
      <p className="small soft">{copy.note}</p>
    </div>
  );
}

/** The figures of the charts as a table, newest first. */
function QueueHistoryTable({ label, points }: { label: string; points: readonly HistoryPoint[] }) {
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
