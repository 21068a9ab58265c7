import { axisTicks } from '#src/ui/axis-ticks.ts';
import { historyCopy as copy } from './queue-history.copy.ts';

/** One time of a chart; without a value where none was recorded. */
export interface ChartPoint {
  at: Date;
  value: number | null;
}

/** A tick of the vertical axis. */
export interface Tick {
  value: number;
  text: string;
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** Returns the time of day of a point, as the charts and their table show it. */
export const timeOfDay = (at: Date): string => clock.format(at);

const ageUnits: readonly (readonly [seconds: number, text: (value: number) => string])[] = [
  [86_400, copy.days],
  [3_600, copy.hours],
  [60, copy.minutes],
  [1, copy.seconds],
];
const unitOf = (seconds: number) =>
  ageUnits.find(([unit]) => seconds >= unit * 2) ?? ([1, copy.seconds] as const);

/** Returns an age such as `40 s` or `5 min`, in the unit of which it has at least two. */
export function ageInWords(seconds: number): string {
  const [unit, text] = unitOf(seconds);
  return text(Math.round(seconds / unit));
}

/** Returns the ticks of an axis of counts, up to at least `most`. */
export function countTicks(most: number): Tick[] {
  return axisTicks(most).map((value) => ({ value, text: copy.count(value) }));
}

/** Returns the ticks of an axis of ages in seconds, in one unit, up to at least `most`. */
export function ageTicks(most: number): Tick[] {
  const [unit, text] = unitOf(most);
  return axisTicks(most / unit).map((value) => ({ value: value * unit, text: text(value) }));
}

/** Returns the runs of neighbouring points that have a value, as their indices. */
export function recordedRuns(points: readonly ChartPoint[]): number[][] {
  const runs: number[][] = [];
  points.forEach(({ value }, index) => {
    if (value === null) return;
    const run = runs.at(-1);
    if (run?.at(-1) === index - 1) run.push(index);
    else runs.push([index]);
  });
  return runs;
}

/** Returns the indices of the points that the horizontal axis names: quarters of an hour, or of a day, of the local clock. */
export function namedTimes(points: readonly ChartPoint[], span: 'hour' | 'day'): number[] {
  return points.flatMap(({ at }, index) => {
    if (at.getSeconds() !== 0 || at.getMilliseconds() !== 0) return [];
    const isNamed =
      span === 'hour' ? at.getMinutes() % 15 === 0 : at.getMinutes() === 0 && at.getHours() % 6 === 0;
    return isNamed ? [index] : [];
  });
}
