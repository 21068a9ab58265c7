import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importUploadJob } from '#services/catalogue/catalogue.jobs.ts';
import { pollPayment } from '#services/payments/payments.jobs.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { createLogger } from '#services/platform/log.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { erasePersonJob } from '#services/privacy/privacy.jobs.ts';
import { createPaymentProvider } from '#services/providers/create-payment-provider.ts';
import { idOf } from '#tests/security/support/accounts.ts';
import { joinDesk } from '#tests/support/people/operators.ts';
import { fileRequest, join, press, startPayment } from '#tests/support/people/people.ts';
import { done, prepareJobs, type TestJobs } from '#tests/support/product/test-jobs.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { schedules } from './runtime/schedules.ts';

let product: TestProduct;
let jobs: TestJobs;
beforeAll(async () => {
  product = await startTestProduct();
  jobs = prepareJobs(product);
});
afterAll(async () => {
  jobs?.close();
  await product?.close();
});

it.each(schedules.map(({ job }) => job.name))(
  '%s has nothing to do in an empty installation',
  async (name) => {
    expect(await jobs.runScheduled(name)).toEqual(done);
  },
);

it('a person is erased after the mails about the end of the account', async () => {
  const id = await idOf(product, await join(product.url, 'learner'));
  await inTransaction(product.db, async (manager) => {
    await manager.query('UPDATE users SET erasure_requested_at = now() WHERE id = $1', [id]);
    await enqueue(manager, deliverMail, { mail: 'account-erased', id });
  });
  const mail = `payload->>'mail' = 'account-erased' AND payload->>'id' = $1`;
  const users = () => jobs.query('SELECT id FROM users WHERE id = $1', id);
  expect((await jobs.deliver(erasePersonJob, { userId: id })).result.kind).toBe('retry');
  expect(await users()).toHaveLength(1);
  await jobs.query(`UPDATE outbox SET closed_at = now() WHERE ${mail}`, id);
  expect((await jobs.deliver(erasePersonJob, { userId: id })).result).toEqual(done);
  expect(await users()).toEqual([]);
});

it.each([
  ['outbox', 7 * 24, `(job, payload, closed_at) VALUES ('test', '{}', AT)`],
  ['idempotency_keys', 24, `(id, fingerprint, created_at) VALUES (KEY, 'x', AT)`],
  ['draws', 30 * 24, `(sponsor_id, seed, days, created_at) VALUES (PERSON, 'x', '[]', AT)`],
  ['webhook_inbox', 90 * 24, `(event, natural_key, payload, created_at) VALUES ('x', KEY, '{}', AT)`],
])('privacy.purge deletes rows of %s after %i hours', async (table, hours, values) => {
  const insert = async (age: number) => {
    const person = await idOf(product, await join(product.url, 'sponsor'));
    const [row] = await jobs.query(
      `INSERT INTO ${table} ${values
        .replace('AT)', `now() - interval '${age} hours')`)
        .replace('KEY', `'${randomUUID()}'`)
        .replace('PERSON', `'${person}'`)} RETURNING id`,
    );
    return row?.id;
  };
  const kept = await insert(hours - 1);
  const expired = await insert(hours + 1);
  expect(await jobs.runScheduled('privacy.purge')).toEqual(done);
  expect(await jobs.query(`SELECT id FROM ${table} WHERE id = ANY ($1)`, [kept, expired])).toEqual([
    { id: kept },
  ]);
});

it('the figures of the queues are stored once a minute', async () => {
  await jobs.runScheduled('housekeeping.sample-queues');
  const [{ seconds } = { seconds: -1 }] = await jobs.query<{ seconds: number }>(
    'SELECT extract(second FROM at)::float8 AS seconds FROM queue_samples LIMIT 1',
  );
  expect(seconds).toBe(0);
});

it('a failed import is shown at the desk after the last attempt', async () => {
  const operator = await joinDesk(product);
  const content = Buffer.from(
    'title,description,platform,url,level,status\nA,b,edX,https://edx.example/a,All,Paid\n',
  );
  const [{ id } = { id: '' }] = await jobs.query(
    `INSERT INTO course_uploads (requested_by_id, file_name, preset, content, size_bytes)
     VALUES ($1, 'courses.csv', 'courselift', $2, 1) RETURNING id`,
    operator.id,
    content,
  );
  const config = { ...product.config, databaseUrl: 'postgres://127.0.0.1:1/unavailable' };
  const statusAfter = async (attempt: number) => {
    const { result } = await jobs.deliver(importUploadJob, { id }, { attempt, changes: { config } });
    const [upload] = await jobs.query<{ status: string }>(
      'SELECT status FROM course_uploads WHERE id = $1',
      id,
    );
    return [result.kind, upload?.status];
  };
  const last = importUploadJob.attempts;
  expect(await statusAfter(last - 1)).not.toContain('failed');
  const [kind, status] = await statusAfter(last);
  expect([kind === 'done', status]).toEqual([false, 'failed']);
});

it('an import logs that its progress was not stored, and goes on', async () => {
  const operator = await joinDesk(product);
  const content = Buffer.from(
    'title,description,platform,url,level,status\nA,b,edX,https://edx.example/progress,All,Paid\n',
  );
  const [{ id } = { id: '' }] = await jobs.query(
    `INSERT INTO course_uploads (requested_by_id, file_name, preset, content, size_bytes)
     VALUES ($1, 'courses.csv', 'courselift', $2, 1) RETURNING id`,
    operator.id,
    content,
  );
  await jobs.query(`CREATE FUNCTION refuse_progress() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'no progress'; END $$`);
  await jobs.query(`CREATE TRIGGER refuse_progress BEFORE UPDATE ON course_uploads FOR EACH ROW
    WHEN (OLD.status = 'running' AND NEW.status = 'running') EXECUTE FUNCTION refuse_progress()`);
  const lines: string[] = [];
  const log = createLogger({ logLevel: 'warn' }, 'test', { write: (line: string) => void lines.push(line) });
  const { result } = await jobs.deliver(importUploadJob, { id }, { changes: { log } });
  await jobs.query('DROP FUNCTION refuse_progress CASCADE');
  expect(result).toEqual(done);
  expect(lines.join('')).toContain('The progress of an import was not stored');
  expect(await jobs.query('SELECT status FROM course_uploads WHERE id = $1', id)).toEqual([
    { status: 'finished' },
  ]);
});

describe('the polling of a payment', () => {
  async function begin() {
    const [learner, sponsor] = [await join(product.url, 'learner'), await join(product.url, 'sponsor')];
    const { reference, access_code } = (
      await startPayment(product.url, sponsor, await fileRequest(product.url, learner))
    ).body.data.data;
    return { reference, accessCode: access_code };
  }
  const lastRound = () => product.config.payment.pollDelaysMs.length - 1;
  /** Polls, and returns the status of the payment and the rounds that are to come. */
  async function poll(reference: string, round: number) {
    await jobs.query(`DELETE FROM outbox WHERE job = 'payments.poll'`);
    expect((await jobs.deliver(pollPayment, { reference, round })).result).toEqual(done);
    const [payment] = await jobs.query<{ status: string }>(
      'SELECT status FROM payments WHERE reference = $1',
      reference,
    );
    const next = await jobs.query<{ round: number }>(
      `SELECT (payload->>'round')::int AS round FROM outbox WHERE job = 'payments.poll' AND closed_at IS NULL`,
    );
    return [payment?.status, next.map((row) => row.round)];
  }
  const neverOpened = `UPDATE payments SET status = 'initiating', authorization_url = NULL, access_code = NULL WHERE reference = $1`;
  /** Gives a payment a reference that the provider does not know. */
  async function forget(reference: string): Promise<string> {
    const unknown = `unknown-${randomUUID()}`;
    await jobs.query('UPDATE payments SET reference = $2 WHERE reference = $1', reference, unknown);
    return unknown;
  }

  it('goes on while it is open, and ends with the last round, which abandons it', async () => {
    const { reference } = await begin();
    expect(await poll(reference, 0)).toEqual(['pending', [1]]);
    expect(await poll(reference, lastRound())).toEqual(['abandoned', []]);
  });

  it('ends when it is approved', async () => {
    const { reference, accessCode } = await begin();
    await press(product.sandbox.httpUrl, accessCode, 'pay');
    expect(await poll(reference, 0)).toEqual(['approved', []]);
    expect(await poll(reference, lastRound())).toEqual(['approved', []]);
  });

  it('leaves the status of a declined one', async () => {
    const { reference, accessCode } = await begin();
    await press(product.sandbox.httpUrl, accessCode, 'decline');
    expect(await poll(reference, lastRound())).toEqual(['failed', []]);
  });

  it('abandons one without a page that the provider does not know at once, and no other', async () => {
    const [without, known, opened] = [await begin(), await begin(), await begin()];
    await jobs.query(neverOpened, without.reference);
    expect(await poll(await forget(without.reference), 0)).toEqual(['abandoned', []]);
    await jobs.query(neverOpened, known.reference);
    expect((await poll(known.reference, 0))[1]).toEqual([1]);
    expect((await poll(await forget(opened.reference), 0))[1]).toEqual([1]);
  });
});

describe('the polling of refunds', () => {
  it.each([
    ['open', `status = 'processing'`, true],
    ['that needs attention', `status = 'needs_attention'`, true],
    ['that has ended', `status = 'failed'`, false],
    ['that was not started', `status = 'pending', called_at = NULL`, false],
    ['that was read a minute ago', `status = 'processing', read_at = now() - interval '1 minute'`, false],
    [
      'that is an hour old and was read 5 minutes ago',
      `status = 'processing', created_at = now() - interval '1 hour', read_at = now() - interval '5 minutes'`,
      false,
    ],
    [
      'that is a year old and was read 7 hours ago',
      `status = 'processing', created_at = now() - interval '1 year', read_at = now() - interval '7 hours'`,
      true,
    ],
  ])('of one %s', async (_which, change, isRead) => {
    const [learner, sponsor] = [await join(product.url, 'learner'), await join(product.url, 'sponsor')];
    const { reference } = (await startPayment(product.url, sponsor, await fileRequest(product.url, learner)))
      .body.data.data;
    await jobs.query(
      `INSERT INTO refunds (payment_id, origin, amount_minor, currency, reason, approved_at, called_at, created_at)
       SELECT id, 'operator', 1, 'NGN', 'x', now(), now() - interval '3 minutes', now() - interval '3 minutes'
       FROM payments WHERE reference = $1`,
      reference,
    );
    await jobs.query(
      `UPDATE refunds SET ${change} WHERE payment_id = (SELECT id FROM payments WHERE reference = $1)`,
      reference,
    );
    await jobs.runScheduled('refunds.poll');
    const enqueued = await jobs.query(
      `SELECT id FROM outbox WHERE job = 'refunds.sync' AND payload->>'reference' = $1`,
      reference,
    );
    expect(enqueued.length > 0).toBe(isRead);
  });
});

it('operators are reminded of a dispute although the provider is unavailable', async () => {
  const [learner, sponsor] = [await join(product.url, 'learner'), await join(product.url, 'sponsor')];
  const { reference } = (await startPayment(product.url, sponsor, await fileRequest(product.url, learner)))
    .body.data.data;
  const [{ id } = { id: '' }] = await jobs.query(
    `INSERT INTO disputes (payment_id, provider_id, status, amount_minor, currency, opened_at, due_at)
     SELECT id, 'd-1', 'awaiting_merchant', 1, 'NGN', now() - interval '3 hours', now() + interval '1 hour'
     FROM payments WHERE reference = $1 RETURNING id`,
    reference,
  );
  const provider = createPaymentProvider({ ...product.config.payment, baseUrl: 'http://127.0.0.1:1' });
  expect((await jobs.runScheduled('disputes.poll', { provider })).kind).toBe('failed');
  const [dispute] = await jobs.query<{ reminded_at: Date | null }>(
    'SELECT reminded_at FROM disputes WHERE id = $1',
    id,
  );
  expect(dispute?.reminded_at).toBeInstanceOf(Date);
});
