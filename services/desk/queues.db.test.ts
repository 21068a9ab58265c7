import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getQueueHistory, listQueues } from '#contracts/desk/desk-queues.ts';
import { minuteMs } from '#contracts/durations.ts';
import { queueNames } from '#contracts/queue-names.ts';
import { purgeTable } from '#services/privacy/retention.ts';
import { storeQueueSamples } from '#services/queues/figures.ts';
import { expectIndexed } from '#tests/support/database/plans/expect-indexed.ts';
import { recordQueries } from '#tests/support/database/plans/record-queries.ts';
import { recordStatements } from '#tests/support/database/record-statements.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

const recording = recordQueries();
let product: TestProduct;
let ada: TestOperator;
beforeAll(async () => {
  product = await startTestProduct();
  ada = await joinDesk(product);
});
afterAll(() => product?.close());
beforeEach(() => product.db.query('TRUNCATE outbox, queue_samples'));

const history = async (query: { span?: 'hour' | 'day'; queue?: 'mail' | 'payments' } = {}) =>
  (await callDesk(product.url, getQueueHistory, { query: { span: 'hour', ...query } }, ada.cookie)).body.data;
const addJobs = (values: string) =>
  product.db.query(
    `INSERT INTO outbox (job, payload, available_at, enqueued_at, failed_at, closed_at) VALUES ${values}`,
  );
const addSample = (at: string, queue: string, figures: string) =>
  product.db.query(`INSERT INTO queue_samples VALUES (${at}, $1, ${figures})`, [queue]);
const step = (minutes: number) => `date_bin('${minutes} min', now(), to_timestamp(0))`;

describe('the samples of the queues', () => {
  it('are stored once a minute, with what was done in the minute before, and deleted after seven days', async () => {
    const minute = new Date(Math.floor(Date.now() / minuteMs) * minuteMs);
    const earlier = (seconds: number) => `'${new Date(minute.getTime() - seconds * 1_000).toISOString()}'`;
    await addSample(`${earlier(7 * 86_400 + 60)}`, 'mail', '1, 1, 1, 1, 1');
    await addSample(`${earlier(6 * 86_400)}`, 'mail', '1, 1, 1, 1, 1');
    await addJobs(`
      ('mail.deliver', '{}', now() - interval '90 s', NULL, NULL, NULL),
      ('mail.deliver', '{}', now() + interval '1 hour', NULL, NULL, NULL),
      ('payments.verify', '{}', now() - interval '30 s', now(), NULL, NULL),
      ('payments.verify', '{}', now() - interval '30 s', now(), now(), NULL),
      ('payments.poll', '{}', now(), now(), now(), ${earlier(20)}),
      ('payments.poll', '{}', now(), now(), NULL, ${earlier(20)}),
      ('payments.poll', '{}', now(), now(), NULL, ${earlier(4)}),
      ('payments.poll', '{}', now(), now(), NULL, ${earlier(80)})`);
    await storeQueueSamples(product.db, minute);
    await addJobs(`('payments.verify', '{}', now(), NULL, NULL, NULL)`);
    await storeQueueSamples(product.db, minute);
    expect(await purgeTable(product.db, 'queue_samples', minute)).toBe(1);
    const stored = await product.db.query(
      `SELECT queue, waiting, queued, failed, done, oldest_s >= 90 AS "isOld" FROM queue_samples
       WHERE at = $1 ORDER BY queue`,
      [minute],
    );
    const none = { waiting: 0, queued: 0, failed: 0, done: 0, isOld: false };
    expect(stored).toEqual(
      queueNames.toSorted().map((queue) => ({
        ...none,
        queue,
        ...(queue === 'mail' && { waiting: 1, isOld: true }),
        ...(queue === 'payments' && { queued: 1, failed: 1, done: 1 }),
      })),
    );
    const [others] = await product.db.query('SELECT count(*)::int AS n FROM queue_samples WHERE at <> $1', [
      minute,
    ]);
    expect(others.n).toBe(1);
  });
});

describe('the history of the queues', () => {
  it('has the last hour by minute, of all queues together or of one, and nothing where nothing was stored', async () => {
    await addSample(`${step(1)} - interval '5 min'`, 'mail', '3, 2, 1, 40, 7');
    await addSample(`${step(1)} - interval '5 min'`, 'payments', '1, 0, 0, 90, 2');
    await addSample(`${step(1)} - interval '60 min'`, 'payments', '9, 9, 9, 9, 9');
    const all = await history();
    expect(all.points).toHaveLength(60);
    expect(all.points.filter(({ figures }) => figures)).toEqual([
      { at: expect.any(String), figures: { waiting: 4, queued: 2, failed: 1, oldestS: 90, done: 9 } },
    ]);
    const times = all.points.map(({ at }) => Date.parse(at));
    expect(times.slice(1).every((time, index) => time - (times[index] ?? 0) === 60_000)).toBe(true);
    const mail = await history({ queue: 'mail' });
    expect(mail.points.find(({ figures }) => figures)?.figures).toMatchObject({ waiting: 3, oldestS: 40 });
  });

  it('has the last day by quarter of an hour, with the highest sum of a minute and the mean of what was done', async () => {
    const quarter = `${step(15)} - interval '30 min'`;
    await addSample(quarter, 'mail', '10, 0, 0, 5, 4');
    await addSample(quarter, 'payments', '1, 0, 0, 5, 0');
    await addSample(`${quarter} + interval '14 min'`, 'mail', '2, 0, 0, 50, 1');
    await addSample(`${quarter} + interval '14 min'`, 'payments', '8, 0, 2, 5, 0');
    const { points } = await history({ span: 'day' });
    expect(points).toHaveLength(96);
    expect(points.at(-3)?.figures).toEqual({ waiting: 11, queued: 0, failed: 2, oldestS: 50, done: 2.5 });
  });

  it('ends with the figures of now, which are those of the list', async () => {
    await addJobs(`
      ('mail.deliver', '{}', now() - interval '90 s', NULL, NULL, NULL),
      ('payments.verify', '{}', now() - interval '300 s', now(), NULL, NULL),
      ('payments.verify', '{}', now(), now(), now(), NULL),
      ('payments.poll', '{}', now(), now(), NULL, now() - interval '30 s')`);
    const { now } = await history();
    expect(now.figures).toMatchObject({ waiting: 1, queued: 1, failed: 1, done: 1 });
    expect(now.figures.oldestS).toBeGreaterThanOrEqual(300);
    expect((await history({ queue: 'mail' })).now.figures).toMatchObject({
      waiting: 1,
      queued: 0,
      failed: 0,
    });
    const { body } = await callDesk(product.url, listQueues, {}, ada.cookie);
    const payments = body.data.queues.find(({ name }) => name === 'payments');
    expect(payments).toMatchObject({ waiting: 0, queued: 1, failed: 1 });
    expect(Date.now() - Date.parse(payments?.oldestAt ?? '')).toBeGreaterThanOrEqual(299_000);
    expect(body.data.queues.find(({ name }) => name === 'meetings')?.oldestAt).toBeNull();
    expect(body.data.failed).toHaveLength(1);
  });

  it('takes four statements, the one that finds the session included', async () => {
    expect(await recordStatements(() => history())).toHaveLength(4);
  });
});

it('reads neither the outbox nor the samples from beginning to end', async () => {
  recording.stop();
  const wanted = /outbox|queue_samples/;
  const own = new Map(
    [...recording.queries].map(([options, texts]) => [
      options,
      new Set([...texts].filter((text) => wanted.test(text) && !text.startsWith('TRUNCATE'))),
    ]),
  );
  await expectIndexed(own, 3);
});
