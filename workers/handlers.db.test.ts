import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { processPasswordReset, sendWaitingInvitations } from '#services/accounts/accounts.jobs.ts';
import { importUploadJob } from '#services/catalogue/catalogue.jobs.ts';
import { jobs } from '#services/jobs.ts';
import { notifyOfMeeting } from '#services/meetings/meetings.jobs.ts';
import { pollPayment } from '#services/payments/payments.jobs.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail, type MailName } from '#services/platform/email/mail.jobs.ts';
import { createMailer, type Mailer } from '#services/platform/email/mailer.ts';
import { createLogger } from '#services/platform/log.ts';
import type { JobDefinition } from '#services/platform/queue/define-job.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import type { Delivery } from '#services/platform/queue/queue-worker.ts';
import { erasePersonJob } from '#services/privacy/privacy.jobs.ts';
import { createPaymentProvider } from '#services/providers/payment-provider.ts';
import { idOf } from '#tests/security/support/accounts.ts';
import { joinDesk } from '#tests/support/people/operators.ts';
import {
  fileRequest,
  join,
  mailsTo,
  press,
  type SignedIn,
  startPayment,
} from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { handlers } from './handlers.ts';
import { sendMail } from './mail/send-mail.ts';
import { createJobRunner } from './runtime/run-job.ts';
import { schedules } from './runtime/schedules.ts';
import type { WorkerDeps } from './runtime/worker-deps.ts';

let product: TestProduct;
let mailer: Mailer;
let deps: WorkerDeps;
beforeAll(async () => {
  product = await startTestProduct();
  const { config, db } = product;
  mailer = createMailer(config.mail);
  const log = createLogger(config, 'test');
  deps = { config, db, log, mailer, provider: createPaymentProvider(config.payment) };
});
afterAll(async () => {
  mailer?.close();
  await product?.close();
});

const query = <Row = { id: string }>(text: string, ...values: unknown[]): Promise<Row[]> =>
  product.db.query(text, values);
const receivedBy = (email: string) => mailsTo(product.sandbox.httpUrl, email);

/** Enqueues a job and delivers it, as the queue would. Returns the id of its row and the result. */
async function deliver<Payload extends z.ZodType>(
  job: JobDefinition<string, Payload>,
  payload: z.input<Payload>,
  { changes, ...delivery }: Partial<Delivery> & { changes?: Partial<WorkerDeps> } = {},
) {
  const id =
    (await inTransaction(product.db, (manager) => enqueue(manager, job, payload, { key: randomUUID() }))) ??
    '';
  const run = createJobRunner({ deps: { ...deps, ...changes }, jobs, handlers });
  const defaults = {
    attempt: 1,
    delivered: 1,
    isScheduled: false,
    data: undefined,
    holdsLock: async () => true,
  };
  return { id, result: await run({ id, name: job.name, ...defaults, ...delivery }) };
}

/** Runs a scheduled job now. */
async function runScheduled(name: string, changes: Partial<WorkerDeps> = {}) {
  const run = createJobRunner({ deps: { ...deps, ...changes }, jobs, handlers });
  const delivery = { attempt: 1, delivered: 1, isScheduled: true, data: {}, holdsLock: async () => true };
  return run({ id: randomUUID(), name, ...delivery });
}

const done = { kind: 'done' };

it.each(schedules.map(({ job }) => job.name))(
  '%s has nothing to do in an empty installation',
  async (name) => {
    expect(await runScheduled(name)).toEqual(done);
  },
);

describe('a mail', () => {
  const send = async (mail: MailName, id: string, delivery?: Partial<Delivery>) =>
    (await deliver(deliverMail, { mail, id }, delivery)).result;

  it('to the address of an erased account is not sent', async () => {
    const person = await join(product.url, 'sponsor');
    const id = await idOf(product, person);
    const erased = `${id}@erased.invalid`;
    await query('UPDATE users SET email = $2 WHERE id = $1', id, erased);
    expect(await send('password-changed', id)).toEqual(done);
    expect(await receivedBy(erased)).toEqual([]);
  });

  it('is sent until its recipient switches its topic off', async () => {
    const learner = await join(product.url, 'learner');
    const id = await fileRequest(product.url, learner);
    await send('enrolled', id);
    expect(await receivedBy(learner.email)).toHaveLength(1);
    await query(
      `INSERT INTO mail_opt_outs (user_id, topic) VALUES ($1, 'enrolled')`,
      await idOf(product, learner),
    );
    expect(await send('enrolled', id)).toEqual(done);
    expect(await receivedBy(learner.email)).toHaveLength(1);
  });

  it('is not sent by a worker that has lost the job', async () => {
    const person = await join(product.url, 'sponsor');
    const { id, result } = await deliver(
      deliverMail,
      { mail: 'password-changed', id: await idOf(product, person) },
      { holdsLock: async () => false },
    );
    expect(result).toEqual({ kind: 'taken' });
    expect(await receivedBy(person.email)).toEqual([]);
    expect(await query('SELECT closed_at, last_error FROM outbox WHERE id = $1', id)).toEqual([
      { closed_at: null, last_error: null },
    ]);
  });

  it('that an earlier delivery sent is not composed again', async () => {
    const compose = () => Promise.reject(new Error('It is sent'));
    const mail = { mail: 'password-changed', id: randomUUID() } as const;
    const context = { id: randomUUID(), attempt: 1, deps, isSent: true } as Parameters<typeof sendMail>[2];
    expect(await sendMail(compose, mail, context)).toBe(true);
  });

  it('with an invitation counts as sent only when it was', async () => {
    const learner = await join(product.url, 'learner');
    const recipientEmails = ['sent@people.example', 'unsent@people.example'];
    await fileRequest(product.url, learner, { isPrivate: true, recipientEmails });
    const [sent = '', unsent = ''] = (
      await query('SELECT id FROM request_recipients WHERE email = ANY ($1) ORDER BY email', recipientEmails)
    ).map(({ id }) => id);
    await send('invitation', sent);
    await query(`UPDATE requests SET holds = '{review}' WHERE learner_id = $1`, await idOf(product, learner));
    await send('invitation', unsent);
    const invited = await query<{ sent: boolean }>(
      'SELECT invited_at IS NOT NULL AS sent FROM request_recipients WHERE id = ANY ($1) ORDER BY email',
      [sent, unsent],
    );
    expect(invited).toEqual([{ sent: true }, { sent: false }]);
  });
});

describe('a request for a new password', () => {
  async function ask(email: string) {
    const [{ id } = { id: '' }] = await query(
      'INSERT INTO reset_wishes (email) VALUES ($1) RETURNING id',
      email,
    );
    const { result } = await deliver(processPasswordReset, { requestId: id });
    expect([result, await query('SELECT 1 FROM reset_wishes WHERE id = $1', id)]).toEqual([done, []]);
    const links = await query(
      `SELECT id FROM account_links WHERE address = $1 AND purpose = 'reset-password'`,
      email,
    );
    return { links: links.length, mails: (await receivedBy(email)).length };
  }

  it('is answered by one link to the address of the account', async () => {
    const { email } = await join(product.url, 'learner');
    expect(await ask(email)).toEqual({ links: 1, mails: 1 });
  });

  it('of an operator or a stranger is deleted without a mail', async () => {
    const operator = await joinDesk(product);
    expect(await ask(operator.email)).toEqual({ links: 0, mails: 0 });
    expect(await ask('stranger@people.example')).toEqual({ links: 0, mails: 0 });
  });

  it('that is gone sends nothing', async () => {
    const { result } = await deliver(processPasswordReset, { requestId: randomUUID() });
    expect(result).toEqual(done);
  });
});

it('waiting invitations are those of the learner that were not sent and whose request is shown', async () => {
  const [learner, other] = [await join(product.url, 'learner'), await join(product.url, 'learner')];
  const invite = async (who: SignedIn, ...recipientEmails: string[]) =>
    fileRequest(product.url, who, { isPrivate: true, recipientEmails });
  await invite(learner, 'waits@people.example', 'was-sent@people.example');
  const hidden = await invite(learner, 'hidden@people.example');
  await invite(other, 'other@people.example');
  await query(`UPDATE request_recipients SET invited_at = now() WHERE email = 'was-sent@people.example'`);
  await query(`UPDATE requests SET holds = '{review}' WHERE id = $1`, hidden);
  await query(`DELETE FROM outbox WHERE payload->>'mail' = 'invitation'`);
  await deliver(sendWaitingInvitations, { userId: await idOf(product, learner) });
  const enqueued = await query<{ email: string }>(
    `SELECT r.email FROM outbox o JOIN request_recipients r ON r.id::text = o.payload->>'id'
     WHERE o.payload->>'mail' = 'invitation'`,
  );
  expect(enqueued).toEqual([{ email: 'waits@people.example' }]);
});

describe('the notice of a meeting', () => {
  async function arrange() {
    const [learner, sponsor] = [await join(product.url, 'learner'), await join(product.url, 'sponsor')];
    const requestId = await fileRequest(product.url, learner);
    const [{ id } = { id: '' }] = await query(
      `INSERT INTO meetings (request_id, sponsor_id, status, room_url, revision, told_revision)
       VALUES ($1, $2, 'awaiting_time', 'https://meet.example/room', 2, 2) RETURNING id`,
      requestId,
      await idOf(product, sponsor),
    );
    return { id, learner, sponsor };
  }

  it('is sent to the participant alone, and its time is stored', async () => {
    const { id, learner, sponsor } = await arrange();
    await deliver(notifyOfMeeting, { meetingId: id, revision: 2, participant: 'sponsor' });
    expect([await receivedBy(learner.email), (await receivedBy(sponsor.email)).length]).toEqual([[], 1]);
    const [meeting] = await query<{ notified_at: Date }>(
      'SELECT notified_at FROM meetings WHERE id = $1',
      id,
    );
    expect(meeting?.notified_at).toBeInstanceOf(Date);
  });

  it('about an older revision is sent only as the summary of the newest', async () => {
    const { id, learner } = await arrange();
    await deliver(notifyOfMeeting, { meetingId: id, revision: 1, participant: 'learner' });
    expect(await receivedBy(learner.email)).toEqual([]);
    await deliver(notifyOfMeeting, { meetingId: id, revision: 1, participant: 'learner', isLatest: true });
    expect(await receivedBy(learner.email)).toHaveLength(1);
  });
});

it('a person is erased after the mails about the end of the account', async () => {
  const id = await idOf(product, await join(product.url, 'learner'));
  await inTransaction(product.db, async (manager) => {
    await manager.query('UPDATE users SET erasure_requested_at = now() WHERE id = $1', [id]);
    await enqueue(manager, deliverMail, { mail: 'account-erased', id });
  });
  const mail = `payload->>'mail' = 'account-erased' AND payload->>'id' = $1`;
  const users = () => query('SELECT id FROM users WHERE id = $1', id);
  expect((await deliver(erasePersonJob, { userId: id })).result.kind).toBe('retry');
  expect(await users()).toHaveLength(1);
  await query(`UPDATE outbox SET closed_at = now() WHERE ${mail}`, id);
  expect((await deliver(erasePersonJob, { userId: id })).result).toEqual(done);
  expect(await users()).toEqual([]);
});

it.each([
  ['housekeeping.purge-outbox', 'outbox', 7 * 24, `(job, payload, closed_at) VALUES ('test', '{}', AT)`],
  [
    'housekeeping.purge-idempotency-keys',
    'idempotency_keys',
    24,
    `(id, fingerprint, created_at) VALUES (KEY, 'x', AT)`,
  ],
  [
    'housekeeping.purge-draws',
    'draws',
    30 * 24,
    `(sponsor_id, seed, days, created_at) VALUES (PERSON, 'x', '[]', AT)`,
  ],
  [
    'housekeeping.purge-webhooks',
    'webhook_inbox',
    90 * 24,
    `(event, natural_key, payload, created_at) VALUES ('x', KEY, '{}', AT)`,
  ],
])('%s deletes rows of %s after %i hours', async (name, table, hours, values) => {
  const insert = async (age: number) => {
    const person = await idOf(product, await join(product.url, 'sponsor'));
    const [row] = await query(
      `INSERT INTO ${table} ${values
        .replace('AT)', `now() - interval '${age} hours')`)
        .replace('KEY', `'${randomUUID()}'`)
        .replace('PERSON', `'${person}'`)} RETURNING id`,
    );
    return row?.id;
  };
  const kept = await insert(hours - 1);
  const expired = await insert(hours + 1);
  expect(await runScheduled(name)).toEqual(done);
  expect(await query(`SELECT id FROM ${table} WHERE id = ANY ($1)`, [kept, expired])).toEqual([{ id: kept }]);
});

it('the figures of the queues are stored once a minute', async () => {
  await runScheduled('housekeeping.sample-queues');
  const [{ seconds } = { seconds: -1 }] = await query<{ seconds: number }>(
    'SELECT extract(second FROM at)::float8 AS seconds FROM queue_samples LIMIT 1',
  );
  expect(seconds).toBe(0);
});

it('a failed import is shown at the desk after the last attempt', async () => {
  const operator = await joinDesk(product);
  const content = Buffer.from(
    'title,description,platform,url,level,status\nA,b,edX,https://edx.example/a,All,Paid\n',
  );
  const [{ id } = { id: '' }] = await query(
    `INSERT INTO course_uploads (requested_by_id, file_name, preset, content, size_bytes)
     VALUES ($1, 'courses.csv', 'courselift', $2, 1) RETURNING id`,
    operator.id,
    content,
  );
  const config = { ...product.config, databaseUrl: 'postgres://127.0.0.1:1/unavailable' };
  const statusAfter = async (attempt: number) => {
    const { result } = await deliver(importUploadJob, { id }, { attempt, changes: { config } });
    const [upload] = await query<{ status: string }>('SELECT status FROM course_uploads WHERE id = $1', id);
    return [result.kind, upload?.status];
  };
  const last = importUploadJob.attempts;
  expect(await statusAfter(last - 1)).not.toContain('failed');
  const [kind, status] = await statusAfter(last);
  expect([kind === 'done', status]).toEqual([false, 'failed']);
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
    await query(`DELETE FROM outbox WHERE job = 'payments.poll'`);
    expect((await deliver(pollPayment, { reference, round })).result).toEqual(done);
    const [payment] = await query<{ status: string }>(
      'SELECT status FROM payments WHERE reference = $1',
      reference,
    );
    const next = await query<{ round: number }>(
      `SELECT (payload->>'round')::int AS round FROM outbox WHERE job = 'payments.poll' AND closed_at IS NULL`,
    );
    return [payment?.status, next.map((row) => row.round)];
  }
  const neverOpened = `UPDATE payments SET status = 'initiating', authorization_url = NULL, access_code = NULL WHERE reference = $1`;
  /** Gives a payment a reference that the provider does not know. */
  async function forget(reference: string): Promise<string> {
    const unknown = `unknown-${randomUUID()}`;
    await query('UPDATE payments SET reference = $2 WHERE reference = $1', reference, unknown);
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
    await query(neverOpened, without.reference);
    expect(await poll(await forget(without.reference), 0)).toEqual(['abandoned', []]);
    await query(neverOpened, known.reference);
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
    await query(
      `INSERT INTO refunds (payment_id, origin, amount_minor, currency, reason, approved_at, called_at, created_at)
       SELECT id, 'operator', 1, 'NGN', 'x', now(), now() - interval '3 minutes', now() - interval '3 minutes'
       FROM payments WHERE reference = $1`,
      reference,
    );
    await query(
      `UPDATE refunds SET ${change} WHERE payment_id = (SELECT id FROM payments WHERE reference = $1)`,
      reference,
    );
    await runScheduled('refunds.poll');
    const enqueued = await query(
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
  const [{ id } = { id: '' }] = await query(
    `INSERT INTO disputes (payment_id, provider_id, status, amount_minor, currency, opened_at, due_at)
     SELECT id, 'd-1', 'awaiting_merchant', 1, 'NGN', now() - interval '3 hours', now() + interval '1 hour'
     FROM payments WHERE reference = $1 RETURNING id`,
    reference,
  );
  const provider = createPaymentProvider({ ...product.config.payment, baseUrl: 'http://127.0.0.1:1' });
  expect((await runScheduled('disputes.poll', { provider })).kind).toBe('failed');
  const [dispute] = await query<{ reminded_at: Date | null }>(
    'SELECT reminded_at FROM disputes WHERE id = $1',
    id,
  );
  expect(dispute?.reminded_at).toBeInstanceOf(Date);
});
