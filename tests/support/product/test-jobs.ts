import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { jobs } from '#services/jobs.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { createMailer } from '#services/platform/email/mailer.ts';
import { createLogger } from '#services/platform/log.ts';
import type { JobDefinition } from '#services/platform/queue/define-job.ts';
import { openCondition } from '#services/platform/queue/outbox.entity.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import type { Delivery } from '#services/platform/queue/queue-worker.ts';
import { createPaymentProvider } from '#services/providers/create-payment-provider.ts';
import { handlers } from '#workers/handlers.ts';
import type { WorkerDeps } from '#workers/runtime/handler.ts';
import { createJobRunner } from '#workers/runtime/run-job.ts';
import type { TestProduct } from './test-product.ts';

/** The result of a job that succeeded. */
export const done = { kind: 'done' };

const firstDelivery = {
  attempt: 1,
  delivered: 1,
  isScheduled: false,
  data: undefined,
  holdsLock: async () => true,
};

export type TestJobs = ReturnType<typeof prepareJobs>;

/** Returns how tests run the jobs of a product without workers. */
export function prepareJobs(product: TestProduct) {
  const { config, db } = product;
  const mailer = createMailer(config.mail);
  const log = createLogger(config, 'test');
  const deps: WorkerDeps = { config, db, log, mailer, provider: createPaymentProvider(config.payment) };

  const query = <Row = { id: string }>(text: string, ...values: unknown[]): Promise<Row[]> =>
    db.query(text, values);

  /** Enqueues a job and delivers it, as the queue would. Returns the id of its row and the result. */
  async function deliver<Payload extends z.ZodType>(
    job: JobDefinition<string, Payload>,
    payload: z.input<Payload>,
    { changes, ...delivery }: Partial<Delivery> & { changes?: Partial<WorkerDeps> } = {},
  ) {
    const id =
      (await inTransaction(db, (manager) => enqueue(manager, job, payload, { key: randomUUID() }))) ?? '';
    const run = createJobRunner({ deps: { ...deps, ...changes }, jobs, handlers });
    return { id, result: await run({ id, name: job.name, ...firstDelivery, ...delivery }) };
  }

  /** Delivers the open jobs with a payload, each to as many workers at once as given. Returns the results. */
  async function deliverOpen({ name }: JobDefinition, payload: object, workers = 1) {
    const open = await query(
      `SELECT id FROM outbox WHERE job = $1 AND payload = $2::jsonb AND ${openCondition}`,
      name,
      JSON.stringify(payload),
    );
    const deliveries = open.flatMap(({ id }) => Array.from({ length: workers }, () => id));
    return Promise.all(
      deliveries.map((id) => createJobRunner({ deps, jobs, handlers })({ id, name, ...firstDelivery })),
    );
  }

  /** Runs a scheduled job now. */
  async function runScheduled(name: string, changes: Partial<WorkerDeps> = {}) {
    const run = createJobRunner({ deps: { ...deps, ...changes }, jobs, handlers });
    const delivery = { attempt: 1, delivered: 1, isScheduled: true, data: {}, holdsLock: async () => true };
    return run({ id: randomUUID(), name, ...delivery });
  }

  return { deps, query, deliver, deliverOpen, runScheduled, close: () => mailer.close() };
}
