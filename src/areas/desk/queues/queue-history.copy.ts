import type { QueueFiguresView } from '#contracts/desk/desk-queues.ts';

const count = (value: number) => value.toLocaleString(undefined, { maximumFractionDigits: 1 });

/** Texts of the charts of the queues. */
export const historyCopy = {
  heading: 'Figures over time',
  queue: 'Queue',
  allQueues: 'All queues',
  span: 'Time',
  spans: { hour: 'Last hour, by minute', day: 'Last day, by quarter of an hour' },
  figures: {
    waiting: 'Waiting',
    queued: 'Queued or running',
    failed: 'Failed',
    oldestS: 'Age of the oldest due job',
    done: 'Done per minute',
  } satisfies Record<keyof QueueFiguresView, string>,
  count,
  now: 'now',
  none: 'not recorded',
  noFigure: '–',
  chart: (figure: string, queue: string) => `${figure}, ${queue}`,
  /** A chart's content, for those who do not see it. */
  summary: (most: string, mostAt: string, latest: string) =>
    `At most ${most}, at ${mostAt}. Now ${latest}. The table below has all values.`,
  noSummary: 'Nothing was recorded.',
  time: 'Time that the charts show',
  table: 'Show as a table',
  tableOf: (queue: string) => `Figures by time, ${queue}`,
  at: 'At',
  note: 'A worker records these figures every minute; a gap is a time when none did. A quarter of an hour shows the highest figure, and the average of what was done.',
  seconds: (value: number) => `${count(value)} s`,
  minutes: (value: number) => `${count(value)} min`,
  hours: (value: number) => `${count(value)} h`,
  days: (value: number) => `${count(value)} d`,
};
