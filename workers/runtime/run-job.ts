import type { EntityManager } from 'typeorm';
import { batchCalls, withTimeout } from '#services/platform/async-calls.ts';
import { isConnectionLost } from '#services/platform/database/database-errors.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { describeError } from '#services/platform/describe-error.ts';
import { PermanentError, UnavailableError } from '#services/platform/errors.ts';
import { jobDuration, jobsFinished, jobsRunning } from '#services/platform/metrics/job-metrics.ts';
import { backoffDelayMs, type JobDefinition } from '#services/platform/queue/define-job.ts';
import {
  closeRow,
  closeRows,
  forgetScheduledFailure,
  readRows,
  renewRows,
} from '#services/platform/queue/outbox-rows.ts';
import type { Delivery, DeliveryResult } from '#services/platform/queue/queue-worker.ts';
import { type Handler, JobTakenError, type WorkerDeps } from './handler.ts';
import { recordJobFailure } from './record-job-failure.ts';
import { createSentJobs } from './sent-jobs.ts';
import { traceJob } from './trace-job.ts';

/** Timeout of a handler, so that one that hangs does not occupy a slot of the worker for ever. */
const TIME_LIMIT_MS = 60_000;
const DATABASE_RETRY_MS = 1_000;
const STILL_RUNNING_RETRY_MS = 1_000;
/** Interval of renewing the rows of jobs that run; less than half of what the relay waits for them. */
const RENEWAL_MS = 3_000;

export interface JobRunnerOptions {
  readonly deps: WorkerDeps;
  readonly jobs: readonly JobDefinition[];
  readonly handlers: Readonly<Record<string, Handler<never>>>;
}

/** A delivered job that is not done yet. */
interface OpenJob {
  readonly definition: JobDefinition;
  readonly handler: Handler<unknown>;
  readonly payload: unknown;
  readonly traceparent: string | null;
  readonly availableAt: Date | undefined;
}

/** Creates the function that runs deliveries. Payload and state of a job are read from the outbox, never from the queue. */
export function createJobRunner(options: JobRunnerOptions): (delivery: Delivery) => Promise<DeliveryResult> {
  const { deps, jobs, handlers } = options;
  const { db, log } = deps;
  const sent = createSentJobs();
  const running = new Set<string>();
  const definitions = new Map(jobs.map((job) => [job.name, job]));
  const readRow = batchCalls((ids: readonly string[]) => readRows(db, ids));
  // Only rows without an effect of their own; the others are closed in the transaction of the effect.
  const closeWithoutEffect = batchCalls(async (ids: readonly string[]) => {
    await closeRows(db, ids);
    return ids;
  });

  const read = async ({ id, name, isScheduled, data }: Delivery): Promise<OpenJob | DeliveryResult> => {
    const definition = definitions.get(name);
    // The payload is parsed with the definition of the same name, from which the handler's type is derived.
    const handler = handlers[name] as Handler<unknown> | undefined;
    if (!definition || !handler)
      return { kind: 'failed', reason: `This worker does not know the job ${name}` };
    if (isScheduled) return { definition, handler, payload: data, traceparent: null, availableAt: undefined };
    const row = await readRow(id);
    return row?.isOpen ? { definition, handler, ...row } : { kind: 'done' };
  };

  const run = async (delivery: Delivery, job: OpenJob): Promise<DeliveryResult> => {
    const { id, name, attempt, isScheduled } = delivery;
    let isClosed = isScheduled;
    const complete = async <T>(work: (manager: EntityManager) => Promise<T>) => {
      const result = await sent.close(id, () =>
        inTransaction(db, async (manager) => {
          if (!isScheduled && !(await closeRow(manager, id))) return undefined;
          return work(manager);
        }),
      );
      isClosed = true;
      return result;
    };
    const payload = job.definition.payload.safeParse(job.payload);
    if (!payload.success) throw new PermanentError(`The payload is not valid: ${payload.error.message}`);
    const work = job.handler(payload.data, {
      ...{ id, attempt, deps, complete, dueAt: job.availableAt, isSent: sent.has(id) },
      ensureHeld: async () => {
        if (!(await delivery.holdsLock())) throw new JobTakenError(`Another worker has the job ${id}`);
      },
      markSent: () => sent.add(id),
    });
    try {
      await withTimeout(work, TIME_LIMIT_MS, `The job ${name}`);
    } catch (error) {
      if (!sent.has(id)) throw error;
      // Another process would send an accepted mail again, so the job stays here until its row is closed.
      await work;
    }
    if (!isClosed) await sent.close(id, () => closeWithoutEffect(id));
    if (isScheduled) await forgetScheduledFailure(db, name);
    log.debug({ job: name, id, attempt }, 'A job is done');
    return { kind: 'done' };
  };

  const attemptOf = async (delivery: Delivery): Promise<DeliveryResult> => {
    try {
      const job = await read(delivery);
      if ('kind' in job) return job;
      return await traceJob(delivery, { queue: job.definition.queue, traceparent: job.traceparent }, (fail) =>
        run(delivery, job).catch((error: unknown) => {
          fail(error);
          return afterFailure(delivery, error);
        }),
      );
    } catch (error) {
      return await afterFailure(delivery, error);
    }
  };

  return async (delivery) => {
    const job = definitions.has(delivery.name) ? delivery.name : 'unknown';
    const queue = definitions.get(delivery.name)?.queue ?? 'unknown';
    // A queue that has lost its data, or the lock of a job, delivers the job again while it runs. A mail would be sent twice.
    if (running.has(delivery.id)) {
      jobsFinished.inc({ queue, job, outcome: 'postponed' });
      return { kind: 'postponed', delayMs: STILL_RUNNING_RETRY_MS };
    }
    running.add(delivery.id);
    const startedMs = performance.now();
    jobsRunning.inc({ queue });
    // A renewal that fails is made again by the next one.
    const renew = () => void renewRows(db, [delivery.id]).catch(() => {});
    const renewal = delivery.isScheduled ? undefined : setInterval(renew, RENEWAL_MS);
    try {
      const result = await attemptOf(delivery);
      jobsFinished.inc({ queue, job, outcome: result.kind });
      return result;
    } finally {
      clearInterval(renewal);
      running.delete(delivery.id);
      jobsRunning.dec({ queue });
      jobDuration.observe({ queue }, (performance.now() - startedMs) / 1000);
    }
  };

  async function afterFailure(
    { id, name, attempt, delivered, isScheduled }: Delivery,
    error: unknown,
  ): Promise<DeliveryResult> {
    if (error instanceof JobTakenError) {
      log.info({ job: name, id }, 'A job was delivered to another worker and goes on there');
      return { kind: 'taken' };
    }
    const definition = definitions.get(name);
    const attempts = definition?.attempts ?? 1;
    const isOutage = definition && error instanceof UnavailableError && !error.hasResponded;
    const isFinal = !isOutage && (isScheduled || error instanceof PermanentError || attempt >= attempts);
    const reason = describeError(error);
    const fields = { job: name, id, attempt, attempts, err: error };
    // A lost connection may hit every attempt of a job, and must not use them up. Rows are read before the handler runs,
    // so that a job whose row was closed by a COMMIT without a response is done then.
    if (!isScheduled && isConnectionLost(error)) {
      log.warn(fields, 'The connection to PostgreSQL was lost in a job; it runs again');
      return { kind: 'postponed', delayMs: DATABASE_RETRY_MS };
    }
    if (isScheduled) {
      log.error(fields, 'A scheduled job failed; it runs again at its next time');
      await recordJobFailure(db, { id, name, isScheduled }, error, isFinal).catch((err: unknown) =>
        log.warn({ job: name, err }, 'The failure of a scheduled job could not be recorded'),
      );
      return { kind: 'failed', reason };
    }
    try {
      if (!(await recordJobFailure(db, { id, name, isScheduled }, error, isFinal))) {
        log.warn(fields, 'A handler failed after its work was done');
        return { kind: 'done' };
      }
    } catch {
      // The failure cannot be recorded because the database is unavailable, which most likely also caused it. An outage
      // must not use up the attempts of a job.
      return { kind: 'postponed', delayMs: DATABASE_RETRY_MS };
    }
    if (isOutage) {
      log.warn(fields, 'A job is postponed because a server that it depends on is unavailable');
      return { kind: 'postponed', delayMs: backoffDelayMs(definition.backoff, delivered) };
    }
    if (isFinal) log.error(fields, 'A job failed and will not be retried');
    else log.warn(fields, 'A job failed and will be retried');
    return { kind: isFinal ? 'failed' : 'retry', reason };
  }
}
