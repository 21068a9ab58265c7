import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OutsideService } from '#contracts/cases/cases.ts';
import { listIncidents } from '#contracts/desk/desk-incidents.ts';
import { checkOutagesJob } from '#services/cases/cases.jobs.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { startFaultProxy } from '#tests/faults/rig/processes/fault-proxy.ts';
import { onBothBackends } from '#tests/money/backends.ts';
import { joinReviewDesk, type ReviewDesk } from '#tests/support/money/review-desk.ts';
import { callDesk } from '#tests/support/people/operators.ts';
import { fileRequest, join, mailsTo } from '#tests/support/people/people.ts';
import { untilIdle } from '#tests/support/product/until-idle.ts';
import { soon } from '#tests/support/soon.ts';

// Each product connects them to its sandbox, which has its ports only after the settings are read.
const proxies = { mail: await startFaultProxy(0), provider: await startFaultProxy(0) };
afterAll(() => Promise.all([proxies.mail.close(), proxies.provider.close()]));

const env = {
  SMTP_URL: `smtp://127.0.0.1:${proxies.mail.port}`,
  PAYMENT_BASE_URL: `http://127.0.0.1:${proxies.provider.port}/payments`,
  PAYMENT_TIMEOUT_MS: '1000',
  OPERATORS_FOUR_EYES: 'false',
};

onBothBackends('a server that does not answer for five minutes', env, (product) => {
  let desk: ReviewDesk;
  beforeAll(async () => {
    proxies.mail.setTarget(product().sandbox.smtpPort);
    proxies.provider.setTarget(Number(new URL(product().sandbox.httpUrl).port));
    desk = await joinReviewDesk(product());
  });
  beforeEach(() => {
    for (const proxy of Object.values(proxies)) proxy.setState('open');
  });

  /** Runs the check by a worker. */
  const check = async () => {
    const id = await inTransaction(product().db, (manager) => enqueue(manager, checkOutagesJob, {}));
    await soon(() =>
      product().db.query('SELECT 1 FROM outbox WHERE id = $1 AND closed_at IS NULL', [id]),
    ).toEqual([]);
  };
  const outageOf = async (service: OutsideService): Promise<{ since: Date; tries: number } | undefined> =>
    (await product().db.query('SELECT since, tries FROM service_outages WHERE service = $1', [service]))[0];
  const listed = async () =>
    (await callDesk(product().url, listIncidents, {}, desk.ada.cookie)).body.data.incidents;
  /** All incidents, open and closed, except those about the other server. */
  const incidents = (service: OutsideService) =>
    product().db.query(
      `SELECT subject_id AS about, status, outcome, occurrences FROM cases
       WHERE kind = 'incident' AND subject_id <> $1 ORDER BY created_at`,
      [service === 'mail' ? 'provider' : 'mail'],
    );

  /**
   * Waits until an outage is recorded, and moves its begin back; before, a check reports nothing. Connections are reset from then
   * on, which fails faster than silence.
   */
  const passFiveMinutes = async (service: OutsideService) => {
    await soon(() => outageOf(service)).toBeDefined();
    proxies[service].setState('reset');
    await check();
    expect(await listed()).toEqual([]);
    const [[{ since }]] = await product().db.query(
      `UPDATE service_outages SET since = since - interval '5 minutes' WHERE service = $1 RETURNING since`,
      [service],
    );
    return since.toISOString();
  };
  /** Checks several times while the server does not answer; returns the only incident. */
  const untilReported = async (service: OutsideService, since: string) => {
    await Promise.all([check(), check()]);
    const [first] = await listed();
    expect(first?.outage).toEqual({ service, since, tries: expect.any(Number) });
    await check();
    await soon(async () => (await outageOf(service))?.tries).toBeGreaterThan(first?.outage?.tries ?? 0);
    const later = await listed();
    expect(later).toMatchObject([{ caseId: first?.caseId, outage: { service, since } }]);
    expect(later[0]?.outage?.tries).toBeGreaterThan(first?.outage?.tries ?? 0);
    expect(await incidents(service)).toMatchObject([{ about: service, status: 'open', occurrences: 1 }]);
    return later[0];
  };
  /** Lets the server answer again, and waits until the incident is closed and the jobs that waited are done. */
  const untilRecovered = async (service: OutsideService) => {
    proxies[service].setState('open');
    await soon(async () => {
      await check();
      // A job that failed just before may record another outage, which the next check ends.
      return [...(await listed()), (await outageOf(service)) ?? 'none'];
    }).toEqual(['none']);
    expect(await incidents(service)).toEqual([
      { about: service, status: 'closed', outcome: 'recovered', occurrences: 1 },
    ]);
    await untilIdle(product().db);
  };

  it('is one incident about the mail server with the people who wait for mails, until it answers again', async () => {
    proxies.mail.setState('silent');
    const learner = await join(product().url, 'learner');
    await fileRequest(product().url, learner);
    const since = await passFiveMinutes('mail');
    const incident = await untilReported('mail', since);
    expect(incident?.people).toMatchObject({ total: 1, shown: [{ name: learner.fullName }] });
    await untilRecovered('mail');
    const subjects = (await mailsTo(product().sandbox.httpUrl, learner.email)).map((mail) => mail.subject);
    expect(subjects.sort()).toEqual([
      expect.stringMatching(/^Please confirm your email address/),
      expect.stringMatching(/^We received your request/),
    ]);
  });

  it('is one incident about the provider with the payment that waits, whose case says so, until it answers again', async () => {
    const review = await desk.underReview({ amountMinor: 2_100_000 });
    proxies.provider.setState('silent');
    expect((await desk.act(review.caseId, 'refund', { reason: 'Too much' })).status).toBe(200);
    const since = await passFiveMinutes('provider');
    const incident = await untilReported('provider', since);
    expect(incident).toMatchObject({
      cases: { total: 1, shown: [{ id: review.caseId }] },
      payments: { total: 1, shown: [{ id: review.paymentId, reference: review.reference }] },
    });
    const outages = async () => (await desk.read(review.caseId)).outages;
    expect(await outages()).toMatchObject([{ service: 'provider', since: expect.any(String) }]);
    await soon(async () => (await outages())[0]?.tries).toBeGreaterThan(1);
    const subject = 'Incident: The payment provider does not answer since';
    const mailed = async () =>
      (await mailsTo(product().sandbox.httpUrl, desk.ada.email)).filter((mail) =>
        mail.subject.startsWith(subject),
      );
    await soon(mailed).toHaveLength(1);
    await untilRecovered('provider');
    expect(await desk.refundsAtProvider(review.reference)).toHaveLength(1);
    expect(await outages()).toEqual([]);
    expect(await mailed()).toHaveLength(1);
  });
});
