import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { PermanentError, UnavailableError } from '#services/platform/errors.ts';
import { defineJob } from '#services/platform/queue/define-job.ts';
import type { HandlersOf, JobContext } from '#workers/runtime/handler.ts';

const backoff = { firstMs: 200, maxMs: 1_000 };

/** Inserts one effect. */
export const noteJob = defineJob({
  name: 'test.note',
  queue: 'mail',
  payload: z.strictObject({ subject: z.string() }),
  attempts: 3,
  backoff,
  key: ({ subject }) => subject,
});

/** Fails in its first attempts, then inserts an effect. */
export const flakyJob = defineJob({
  name: 'test.flaky',
  queue: 'payments',
  payload: z.strictObject({ failures: z.int() }),
  attempts: 5,
  backoff,
});

/** Fails every time, with an error that contains secrets. */
export const hopelessJob = defineJob({
  name: 'test.hopeless',
  queue: 'payments',
  payload: z.strictObject({}),
  attempts: 2,
  backoff,
});

/** Fails with a PermanentError. */
export const permanentFailureJob = defineJob({ ...hopelessJob, name: 'test.permanent-failure' });

/** Fails with the error that it is given, which names the attempt; with `hasResponded`, of a server that is unavailable. */
export const brokenJob = defineJob({
  name: 'test.broken',
  queue: 'meetings',
  payload: z.strictObject({ error: z.string(), hasResponded: z.optional(z.boolean()) }),
  attempts: 4,
  backoff: { firstMs: 10, maxMs: 10 },
});

/** Fails on a schedule until the table `effects` has a row with its name. */
export const brokenTickJob = defineJob({
  name: 'test.broken-tick',
  queue: 'housekeeping',
  payload: z.strictObject({}),
  attempts: 1,
  backoff,
});

/** Waits before its effect. */
export const slowJob = defineJob({
  name: 'test.slow',
  queue: 'sponsorships',
  payload: z.strictObject({ ms: z.int() }),
  attempts: 3,
  backoff,
});

/** Runs on a schedule only. */
export const tickJob = defineJob({
  name: 'test.tick',
  queue: 'housekeeping',
  payload: z.strictObject({}),
  attempts: 1,
  backoff,
});

/** Every job of the queue tests. */
export const testJobs = [
  noteJob,
  flakyJob,
  hopelessJob,
  permanentFailureJob,
  slowJob,
  tickJob,
  brokenJob,
  brokenTickJob,
] as const;

/** Tables that the handlers write to, without unique keys, so that duplicate effects are visible. */
export const testTables = `
  CREATE TABLE effects (job_id text NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp());
  CREATE TABLE attempts (job_id text NOT NULL, attempt int NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp())`;

const effect = ({ id, complete }: JobContext) =>
  complete((manager) => manager.query('INSERT INTO effects (job_id) VALUES ($1)', [id]));

const recordAttempt = ({ id, attempt, deps }: JobContext) =>
  deps.db.query('INSERT INTO attempts (job_id, attempt) VALUES ($1, $2)', [id, attempt]);

/** Handlers of the test jobs. */
export const testHandlers = {
  'test.note': async (_payload, context) => {
    await effect(context);
  },
  'test.flaky': async ({ failures }, context) => {
    await recordAttempt(context);
    if (context.attempt <= failures) throw new Error('Not this time');
    await effect(context);
  },
  'test.hopeless': async (_payload, context) => {
    await recordAttempt(context);
    throw new Error(
      `Never: sk_test_1234567890 for ada@mail.example at smtp://user:secret@host ${'x'.repeat(900)}`,
    );
  },
  'test.permanent-failure': async (_payload, context) => {
    await recordAttempt(context);
    throw new PermanentError('It is of no use');
  },
  'test.broken': async ({ error, hasResponded }, context) => {
    await recordAttempt(context);
    const message = `${error}: attempt ${context.attempt} of Ada Obi, ada@mail.example`;
    throw hasResponded === undefined ? new Error(message) : new UnavailableError(message, { hasResponded });
  },
  'test.broken-tick': async (_payload, context) => {
    await recordAttempt({ ...context, id: 'broken-tick' });
    const [repaired] = await context.deps.db.query("SELECT 1 FROM effects WHERE job_id = 'repaired'");
    if (!repaired) throw new Error('still broken');
  },
  'test.slow': async ({ ms }, context) => {
    await recordAttempt(context);
    await sleep(ms);
    await effect(context);
  },
  'test.tick': async (_payload, context) => {
    await effect({ ...context, id: 'tick' });
  },
} satisfies HandlersOf<typeof testJobs>;
