import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseKind } from '#contracts/cases/cases.ts';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import { dayMs, hourMs } from '#contracts/durations.ts';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { readAppeal, submitAppeal } from '#contracts/safety/appeals.ts';
import { submitReport } from '#contracts/safety/reports.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { decideRequest } from '#services/safety/request-decisions.ts';
import { joinDesk } from '#tests/support/people/operators.ts';
import { fileRequest, join, press, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { soon } from '#tests/support/soon.ts';
import { findExpectedTime, openCase } from './open-case.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor');
});
afterAll(() => product?.close());

/** Stores cases that were closed after these days, the latest first. */
const closed = (kind: CaseKind, days: readonly number[]) =>
  product.db.query(
    `INSERT INTO cases (kind, subject_type, subject_id, summary, status, due_at, outcome, closed_reason, created_at, closed_at)
     SELECT $1, 'payment', gen_random_uuid(), 'Before', 'closed', now(), 'done', 'Done',
       at - days * interval '1 day', at
     FROM unnest($2::float8[]) WITH ORDINALITY AS d (days, place), LATERAL (SELECT now() - place * interval '1 minute' AS at) t`,
    [kind, days],
  );
const subject = { type: 'payment', id: crypto.randomUUID() } as const;
const expectedDays = async (kind: CaseKind) => {
  const time = await findExpectedTime(product.db, { kind, subject });
  const [{ at }] = await product.db.query(
    'SELECT created_at AS at FROM cases WHERE kind = $1 AND subject_id = $2',
    [kind, subject.id],
  );
  return time && (time.getTime() - at.getTime()) / dayMs;
};

describe('the expected day of a case', () => {
  it('comes after the median of the last 30 closed cases of its kind; there is none below 10', async () => {
    const kind = 'reconciliation';
    await inTransaction(product.db, (manager) => openCase(manager, { kind, subject, summary: 'One' }));
    await closed(
      kind,
      Array.from({ length: 9 }, () => 4),
    );
    await closed(
      'request_review',
      Array.from({ length: 9 }, () => 9),
    );
    expect(await expectedDays(kind)).toBeNull();
    await closed(kind, [4]);
    expect(await expectedDays(kind)).toBe(4);
    await closed(
      kind,
      Array.from({ length: 20 }, () => 2),
    );
    expect(await expectedDays(kind)).toBe(2);
    // Older than the last 30.
    await product.db.query(
      `UPDATE cases SET created_at = created_at - interval '1 year', closed_at = closed_at - interval '1 year'
       WHERE kind = $1 AND closed_at IS NOT NULL`,
      [kind],
    );
    await closed(
      kind,
      Array.from({ length: 30 }, () => 6),
    );
    expect(await expectedDays(kind)).toBe(6);
  });

  it('is never in the past, and there is none for a case that is closed', async () => {
    const kind = 'reconciliation';
    await product.db.query(
      `UPDATE cases SET created_at = now() - interval '1 year' WHERE status = 'open' AND kind = $1`,
      [kind],
    );
    const [{ at }] = await product.db.query('SELECT now() AS at');
    expect((await findExpectedTime(product.db, { kind, subject }))?.getTime()).toBeGreaterThanOrEqual(
      at.getTime(),
    );
    const other = { ...subject, id: crypto.randomUUID() };
    expect(await findExpectedTime(product.db, { kind, subject: other })).toBeNull();
  });
});

describe('people who wait for a case', () => {
  beforeAll(async () => {
    for (const kind of ['purchase', 'refund', 'report', 'appeal'] as const)
      await closed(
        kind,
        Array.from({ length: 10 }, () => 3),
      );
  });
  const inThreeDays = (time: string | Date | null | undefined) =>
    expect(Math.round((new Date(time ?? 0).getTime() - Date.now()) / hourMs)).toBe(72);
  const sentence = () =>
    `We expect to have an answer by ${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.now() + 3 * dayMs)}.`;
  const dashboardOf = async (who: SignedIn) =>
    (await callApi(product.url, getDashboard, {}, who.token)).body as never as {
      requests: { purchase: { expectedAt: string | null } | null }[];
      sponsoredRequests: {
        payment: { refundExpectedAt: string | null };
        purchase: { expectedAt: string | null };
      }[];
    };

  it('read on their dashboards when the course is bought and the money is back', async () => {
    const requestId = await fileRequest(product.url, learner);
    const { reference, access_code } = (await startPayment(product.url, sponsor, requestId)).body.data.data;
    await press(product.sandbox.httpUrl, access_code, 'pay');
    await callApi(product.url, verifyPayment, { query: { reference } }, sponsor.token);
    await soon(
      async () => (await dashboardOf(learner)).requests[0]?.purchase?.expectedAt ?? null,
    ).not.toBeNull();
    inThreeDays((await dashboardOf(learner)).requests[0]?.purchase?.expectedAt);
    const [before] = (await dashboardOf(sponsor)).sponsoredRequests;
    expect(before?.payment.refundExpectedAt).toBeNull();
    const [{ id }] = await product.db.query('SELECT id FROM payments WHERE reference = $1', [reference]);
    await inTransaction(product.db, (manager) =>
      openCase(manager, { kind: 'refund', subject: { type: 'payment', id }, summary: 'Not to be had.' }),
    );
    inThreeDays((await dashboardOf(sponsor)).sponsoredRequests[0]?.payment.refundExpectedAt);
    await product.db.query(
      `UPDATE purchases SET status = 'bought', bought_at = now(), spent_minor = 1 WHERE request_id = $1`,
      [requestId],
    );
    expect((await dashboardOf(learner)).requests[0]?.purchase?.expectedAt).toBeNull();
  });

  it('read it in the response to a report and to an appeal', async () => {
    const id = await fileRequest(product.url, learner);
    const body = { about: 'request' as const, id, reason: 'wrong' as const };
    expect((await callApi(product.url, submitReport, { body })).body.message).toContain(sentence());
    const { id: operatorId } = await joinDesk(product);
    await inTransaction(product.db, (manager) =>
      decideRequest(manager, {
        requestId: id,
        decision: 'rejected',
        reason: 'The link is dead.',
        operatorId,
      }),
    );
    const appeal = { body: { request: id, text: 'It works.' } };
    expect((await callApi(product.url, submitAppeal, appeal, learner.token)).body.message).toContain(
      sentence(),
    );
    inThreeDays(
      (await callApi(product.url, readAppeal, { query: { request: id } }, learner.token)).body.data
        .expectedAt,
    );
  });
});
