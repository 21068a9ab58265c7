import type { jobs } from '#services/jobs.ts';
import type { HandlersOf } from './handler.ts';
import { purgeOutbox } from './housekeeping/purge-outbox.ts';

/** What is done for every job of `services/jobs.ts`. */
export const handlers = {
  'housekeeping.purge-outbox': purgeOutbox,
} satisfies HandlersOf<typeof jobs>;
