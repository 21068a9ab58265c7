import { useState } from 'react';
import { getQueueHistory, queueSpans } from '#contracts/desk/desk-queues.ts';
import { queueNames } from '#contracts/queue-names.ts';
import { Select } from '#src/ui/fields/Select.tsx';
import { DeskQueryState } from '../DeskQueryState.tsx';
import { useAddressQuery } from '../use-address-query.ts';
import { useDeskQuery } from '../use-desk-query.ts';
import { timeOfDay } from './chart-scale.ts';
import { FigureChart } from './FigureChart.tsx';
import { type HistoryPoint, historyFigures } from './history-figures.ts';
import { QueueHistoryTable } from './QueueHistoryTable.tsx';
import { historyCopy as copy } from './queue-history.copy.ts';
import styles from './queue-history.module.css';

/** Charts of one queue, or of all together, over the last hour or day, with one time that all of them show, and a table. */
export function QueueHistory() {
  const [query, change] = useAddressQuery(getQueueHistory);
  const { span = 'hour', queue } = query;
  const history = useDeskQuery(getQueueHistory, { query: { span, ...(queue && { queue }) } });
  // The time, not its place: the places move on with each minute.
  const [shownAt, setShownAt] = useState<number>();
  const data = history.data?.data;
  const points: HistoryPoint[] = data
    ? [...data.points, data.now].map(({ at, figures }) => ({ at: new Date(at), figures }))
    : [];
  const found = points.findIndex(({ at }) => at.getTime() === shownAt);
  const shown = found < 0 ? points.length - 1 : found;
  const show = (index: number | undefined) =>
    setShownAt(index === undefined || index === points.length - 1 ? undefined : points[index]?.at.getTime());
  const nameOf = queue ?? copy.allQueues;
  return (
    <section className={`stack ${styles.history}`} aria-labelledby="queue-history">
      <h2 id="queue-history">{copy.heading}</h2>
      <div className={styles.filters}>
        <Select
          id="history-queue"
          label={copy.queue}
          placeholder={copy.allQueues}
          options={queueNames.map((name) => [name, name])}
          value={queue ?? ''}
          onChange={({ target }) => change({ queue: queueNames.find((name) => name === target.value) })}
        />
        <Select
          id="history-span"
          label={copy.span}
          options={queueSpans.map((one) => [one, copy.spans[one]])}
          value={span}
          onChange={({ target }) =>
            change({ span: queueSpans.find((one) => one === target.value) ?? 'hour' })
          }
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
