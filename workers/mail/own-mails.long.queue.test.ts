import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { forgotPassword } from '#contracts/accounts/recovery.ts';
import { hourMs } from '#contracts/durations.ts';
import { arrangeMeeting, notifyMeeting } from '#contracts/funding/sponsorships.ts';
import { captureEmail, confirmSubscription } from '#contracts/newsletter/newsletter.ts';
import { jobsFinished } from '#services/platform/metrics/job-metrics.ts';
import { onBothBackends } from '#tests/money/backends.ts';
import { holdCommits } from '#tests/support/database/hold-commits.ts';
import { waitForLockWaits } from '#tests/support/database/lock-waits.ts';
import { fileRequest, join, mailsTo } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import type { TestProduct } from '#tests/support/product/test-product.ts';
import { emptyQueue } from '#tests/support/servers/empty-queue.ts';
import { patient } from '#tests/support/soon.ts';

const startsAt = new Date(Date.now() + 50 * hourMs).toISOString();

/** Waits until no outbox row is due, and returns the numbers of rows about the given id by job. */
async function finishedJobs({ db }: TestProduct, id: string): Promise<Record<string, number>> {
  return vi.waitFor(async () => {
    expect(
      await db.query(
        `SELECT job FROM outbox WHERE closed_at IS NULL AND failed_at IS NULL AND available_at <= now()`,
      ),
    ).toEqual([]);
    const rows: { job: string; count: number }[] = await db.query(
      `SELECT job, count(*)::int FROM outbox WHERE payload::text LIKE '%' || $1 || '%' GROUP BY job`,
      [id],
    );
    return Object.fromEntries(rows.map(({ job, count }) => [job, count]));
  }, patient);
}

const smtpFault = ({ sandbox }: TestProduct, fault: object) =>
  fetch(`${sandbox.httpUrl}/mail/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });

const subjectsTo = async ({ sandbox }: TestProduct, email: string) =>
  (await mailsTo(sandbox.httpUrl, email))
    .map(({ subject }) => subject)
    .filter((subject) => !/^(Please confirm your email|We received your request)/.test(subject));

/** Writes an outbox row as an earlier version of the product did. */
const insertRow = ({ db }: TestProduct, job: string, payload: object, key: string) =>
  db.query('INSERT INTO outbox (job, payload, key) VALUES ($1, $2, $3)', [job, payload, `${job}:${key}`]);

onBothBackends('mails with a queue of their own', {}, (current) => {
  async function arranged() {
    const product = current();
    const learner = await join(product.url, 'learner');
    const sponsor = await join(product.url, 'sponsor');
    const requestId = await fileRequest(product.url, learner);
    await callApi(
      product.url,
      arrangeMeeting,
      { params: { id: requestId }, body: { startsAt } },
      sponsor.token,
    );
    const [{ id }] = await product.db.query('SELECT id FROM meetings WHERE request_id = $1', [requestId]);
    const notify = () => callApi(product.url, notifyMeeting, { body: { requestId } }, sponsor.token);
    return { product, learner, sponsor, id: id as string, notify };
  }
  const invitation = 'Meeting about Machine Learning';

  it('notifies of a meeting by one job per participant, once per revision', async () => {
    const { product, learner, sponsor, id, notify } = await arranged();
    await Promise.all([notify(), notify()]);
    await finishedJobs(product, id);
    await notify();
    expect(await finishedJobs(product, id)).toEqual({ 'meetings.notify': 2 });
    expect(await subjectsTo(product, learner.email)).toEqual([invitation]);
    expect(await subjectsTo(product, sponsor.email)).toEqual([invitation]);
    const [meeting] = await product.db.query('SELECT notified_at FROM meetings WHERE id = $1', [id]);
    expect(meeting.notified_at).toBeInstanceOf(Date);
  });

  it('retries the mail of one participant without repeating the mail of the other', async () => {
    const { product, learner, sponsor, id, notify } = await arranged();
    await smtpFault(product, { mode: 'refuse', to: sponsor.email, times: 2 });
    await notify();
    expect(await finishedJobs(product, id)).toEqual({ 'meetings.notify': 2 });
    expect(await subjectsTo(product, learner.email)).toEqual([invitation]);
    expect(await subjectsTo(product, sponsor.email)).toEqual([invitation]);
  });

  it('sends a mail once whose row could not be closed because the connection was lost', async () => {
    const product = current();
    const learner = await join(product.url, 'learner');
    await product.db.query('UPDATE users SET email_verified_at = now() WHERE email = $1', [learner.email]);
    const invited = `invited-${randomUUID()}@people.example`;
    const releaseCommits = await holdCommits(product, 'request_recipients');
    await fileRequest(product.url, learner, { isPrivate: true, recipientEmails: [invited] });
    await waitForLockWaits(product, 1);
    await product.db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    await releaseCommits();
    const [{ id }] = await product.db.query('SELECT id FROM request_recipients WHERE email = $1', [invited]);
    expect(await finishedJobs(product, id)).toEqual({ 'mail.deliver': 1 });
    expect(await mailsTo(product.sandbox.httpUrl, invited)).toHaveLength(1);
  });

  it('sends a mail once that the queue delivers again while it is composed', async () => {
    const product = current();
    const email = `composed-${randomUUID()}@people.example`;
    await callApi(product.url, captureEmail, { body: { email } });
    const [{ id }] = await product.db.query('SELECT id FROM subscribers WHERE email = $1', [email]);
    await finishedJobs(product, id);
    const taken = async () =>
      (await jobsFinished.get()).values.find(({ labels }) => labels.outcome === 'taken')?.value ?? 0;
    const before = await taken();
    const holder = product.db.createQueryRunner();
    await holder.startTransaction();
    await holder.query('LOCK TABLE subscribers');
    await insertRow(product, 'newsletter.ask', { subscriberId: id }, `${id}:again`);
    await waitForLockWaits(product, 1);
    await emptyQueue(product.db, product.config.redisUrl);
    await holder.commitTransaction();
    await holder.release();
    await vi.waitFor(async () => expect(await taken()).toBe(before + 1), patient);
    expect(await mailsTo(product.sandbox.httpUrl, email)).toHaveLength(1);
    // The relay looks for jobs that were enqueued so long ago.
    await product.db.query(
      `UPDATE outbox SET enqueued_at = now() - interval '1 minute' WHERE closed_at IS NULL`,
    );
    expect(await finishedJobs(product, id)).toEqual({ 'newsletter.ask': 2 });
    expect(await mailsTo(product.sandbox.httpUrl, email)).toHaveLength(2);
  });

  it('processes the rows that earlier versions wrote for a meeting, with one mail per participant', async () => {
    const { product, learner, sponsor, id, notify } = await arranged();
    await product.db.query('UPDATE meetings SET notified_revision = 0 WHERE id = $1', [id]);
    await insertRow(product, 'meetings.notify', { meetingId: id, revision: 0 }, `${id}:0`);
    await notify();
    expect(await finishedJobs(product, id)).toEqual({ 'meetings.notify': 3 });
    expect(await subjectsTo(product, learner.email)).toEqual([invitation]);
    expect(await subjectsTo(product, sponsor.email)).toEqual([invitation]);
  });

  it('delivers mails about meetings and subscriptions that earlier versions passed to the mail queue', async () => {
    const { product, sponsor, id } = await arranged();
    const mail = 'meeting-for-sponsor';
    await insertRow(product, 'mail.deliver', { mail, id, revision: 0 }, `${mail}:${id}:0`);
    expect(await finishedJobs(product, id)).toEqual({ 'mail.deliver': 1 });
    expect(await subjectsTo(product, sponsor.email)).toEqual([invitation]);
  });

  it('sends newsletter mails from the newsletter queue, each once', async () => {
    const product = current();
    const email = 'reader@people.example';
    await Promise.all([1, 2, 3].map(() => callApi(product.url, captureEmail, { body: { email } })));
    const [{ id }] = await product.db.query('SELECT id FROM subscribers WHERE email = $1', [email]);
    expect(await finishedJobs(product, id)).toEqual({ 'newsletter.ask': 1 });
    const [mail] = await mailsTo(product.sandbox.httpUrl, email);
    const token = mail?.text.match(/confirm\?token=([\w.-]+)/)?.[1] ?? '';
    await Promise.all([1, 2].map(() => callApi(product.url, confirmSubscription, { body: { token } })));
    expect(await finishedJobs(product, id)).toEqual({ 'newsletter.ask': 1, 'newsletter.welcome': 1 });
    expect(await subjectsTo(product, email)).toEqual([
      'Welcome to CourseLift',
      'Please confirm your address for CourseLift',
    ]);
  });

  it('repeats a mail whose acceptance was lost under the same Message-ID and with the same link', async () => {
    const product = current();
    const { email } = await join(product.url, 'learner');
    await finishedJobs(product, email);
    await smtpFault(product, { mode: 'drop', stored: true, times: 1 });
    await callApi(product.url, forgotPassword, { body: { email } });
    const mails = await vi.waitFor(async () => {
      const sent = await mailsTo(product.sandbox.httpUrl, email);
      const all = sent.filter(({ subject }) => subject === 'Choose a new password');
      expect(all).toHaveLength(2);
      return all;
    }, patient);
    await finishedJobs(product, email);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
    expect(new Set(mails.map(({ text }) => text.match(/reset-password\?token=(\S+)/)?.[1])).size).toBe(1);
    const links = await product.db.query(
      `SELECT 1 FROM account_links WHERE address = $1 AND purpose = 'reset-password'`,
      [email],
    );
    expect(links).toHaveLength(1);
    expect(await product.db.query('SELECT 1 FROM password_resets')).toEqual([]);
  });
});
