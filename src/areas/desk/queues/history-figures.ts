import type { QueueFiguresView } from '#contracts/desk/desk-queues.ts';
import { ageInWords, ageTicks, countTicks } from './chart-scale.ts';
import { historyCopy as copy } from './queue-history.copy.ts';

/** Figures of the queues at one time; without them where none were recorded. */
export interface HistoryPoint {
  at: Date;
  figures: QueueFiguresView | null;
}

/** The figures in their order, with how their values are written. */
export const historyFigures = [
  ['waiting', copy.count, countTicks],
  ['queued', copy.count, countTicks],
  ['failed', copy.count, countTicks],
  ['oldestS', ageInWords, ageTicks],
  ['done', copy.count, countTicks],
] as const;
