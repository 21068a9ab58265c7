import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processPasswordReset, sendWaitingInvitations } from '#services/accounts/accounts.jobs.ts';
import { notifyOfMeeting } from '#services/meetings/meetings.jobs.ts';
import { deliverMail, type MailName } from '#services/platform/email/mail.jobs.ts';
import type { Delivery } from '#services/platform/queue/queue-worker.ts';
import { idOf } from '#tests/security/support/accounts.ts';
import { joinDesk } from '#tests/support/people/operators.ts';
import { fileRequest, join, mailsTo, type SignedIn } from '#tests/support/people/people.ts';
import { done, prepareJobs, type TestJobs } from '#tests/support/product/test-jobs.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { sendMail } from './mail/send-mail.ts';

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

const receivedBy = (email: string) => mailsTo(product.sandbox.httpUrl, email);

describe('a mail', () => {
  const send = async (mail: MailName, id: string, delivery?: Partial<Delivery>) =>
    (await jobs.deliver(deliverMail, { mail, id }, delivery)).result;

  it('to the address of an erased account is not sent', async () => {
    const person = await join(product.url, 'sponsor');
    const id = await idOf(product, person);
    const erased = `${id}@erased.invalid`;
    await jobs.query('UPDATE users SET email = $2 WHERE id = $1', id, erased);
    expect(await send('password-changed', id)).toEqual(done);
    expect(await receivedBy(erased)).toEqual([]);
  });

  it('is sent until its recipient switches its topic off', async () => {
    const learner = await join(product.url, 'learner');
    const id = await fileRequest(product.url, learner);
    await jobs.query(`UPDATE requests SET status = 'enrolled', paid_at = now() WHERE id = $1`, id);
    await send('enrolled', id);
    expect(await receivedBy(learner.email)).toHaveLength(1);
    await jobs.query(
      `INSERT INTO mail_opt_outs (user_id, topic) VALUES ($1, 'enrolled')`,
      await idOf(product, learner),
    );
    expect(await send('enrolled', id)).toEqual(done);
    expect(await receivedBy(learner.email)).toHaveLength(1);
  });

  it('is not sent by a worker that has lost the job', async () => {
    const person = await join(product.url, 'sponsor');
    const { id, result } = await jobs.deliver(
      deliverMail,
      { mail: 'password-changed', id: await idOf(product, person) },
      { holdsLock: async () => false },
    );
    expect(result).toEqual({ kind: 'taken' });
    expect(await receivedBy(person.email)).toEqual([]);
    expect(await jobs.query('SELECT closed_at, last_error FROM outbox WHERE id = $1', id)).toEqual([
      { closed_at: null, last_error: null },
    ]);
  });

  it('that an earlier delivery sent is not composed again', async () => {
    const composers = { 'password-changed': () => Promise.reject(new Error('It is sent')) };
    const mail = { mail: 'password-changed', id: randomUUID() } as const;
    const context = { id: randomUUID(), attempt: 1, deps: jobs.deps, isSent: true } as Parameters<
      typeof sendMail
    >[2];
    expect(await sendMail(composers, mail, context)).toBe(true);
  });

  it('with an invitation counts as sent only when it was', async () => {
    const learner = await join(product.url, 'learner');
    const recipientEmails = ['sent@people.example', 'unsent@people.example'];
    await fileRequest(product.url, learner, { isPrivate: true, recipientEmails });
    const [sent = '', unsent = ''] = (
      await jobs.query(
        'SELECT id FROM request_recipients WHERE email = ANY ($1) ORDER BY email',
        recipientEmails,
      )
    ).map(({ id }) => id);
    await send('invitation', sent);
    await jobs.query(
      `UPDATE requests SET holds = '{review}' WHERE learner_id = $1`,
      await idOf(product, learner),
    );
    await send('invitation', unsent);
    const invited = await jobs.query<{ sent: boolean }>(
      'SELECT invited_at IS NOT NULL AS sent FROM request_recipients WHERE id = ANY ($1) ORDER BY email',
      [sent, unsent],
    );
    expect(invited).toEqual([{ sent: true }, { sent: false }]);
  });
});

describe('a request for a new password', () => {
  async function ask(email: string) {
    const [{ id } = { id: '' }] = await jobs.query(
      'INSERT INTO password_resets (email) VALUES ($1) RETURNING id',
      email,
    );
    const { result } = await jobs.deliver(processPasswordReset, { requestId: id });
    expect([result, await jobs.query('SELECT 1 FROM password_resets WHERE id = $1', id)]).toEqual([done, []]);
    const links = await jobs.query(
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
    const { result } = await jobs.deliver(processPasswordReset, { requestId: randomUUID() });
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
  await jobs.query(
    `UPDATE request_recipients SET invited_at = now() WHERE email = 'was-sent@people.example'`,
  );
  await jobs.query(`UPDATE requests SET holds = '{review}' WHERE id = $1`, hidden);
  await jobs.query(`DELETE FROM outbox WHERE payload->>'mail' = 'invitation'`);
  await jobs.deliver(sendWaitingInvitations, { userId: await idOf(product, learner) });
  const enqueued = await jobs.query<{ email: string }>(
    `SELECT r.email FROM outbox o JOIN request_recipients r ON r.id::text = o.payload->>'id'
     WHERE o.payload->>'mail' = 'invitation'`,
  );
  expect(enqueued).toEqual([{ email: 'waits@people.example' }]);
});

describe('the notice of a meeting', () => {
  async function arrange() {
    const [learner, sponsor] = [await join(product.url, 'learner'), await join(product.url, 'sponsor')];
    const requestId = await fileRequest(product.url, learner);
    const [{ id } = { id: '' }] = await jobs.query(
      `INSERT INTO meetings (request_id, sponsor_id, status, room_url, revision, notified_revision)
       VALUES ($1, $2, 'awaiting_time', 'https://meet.example/room', 2, 2) RETURNING id`,
      requestId,
      await idOf(product, sponsor),
    );
    return { id, learner, sponsor };
  }

  it('is sent to the participant alone, and its time is stored', async () => {
    const { id, learner, sponsor } = await arrange();
    await jobs.deliver(notifyOfMeeting, { meetingId: id, revision: 2, participant: 'sponsor' });
    expect([await receivedBy(learner.email), (await receivedBy(sponsor.email)).length]).toEqual([[], 1]);
    const [meeting] = await jobs.query<{ notified_at: Date }>(
      'SELECT notified_at FROM meetings WHERE id = $1',
      id,
    );
    expect(meeting?.notified_at).toBeInstanceOf(Date);
  });

  it('about an older revision is sent only as the summary of the newest', async () => {
    const { id, learner } = await arrange();
    await jobs.deliver(notifyOfMeeting, { meetingId: id, revision: 1, participant: 'learner' });
    expect(await receivedBy(learner.email)).toEqual([]);
    await jobs.deliver(notifyOfMeeting, {
      meetingId: id,
      revision: 1,
      participant: 'learner',
      isLatest: true,
    });
    expect(await receivedBy(learner.email)).toHaveLength(1);
  });
});
