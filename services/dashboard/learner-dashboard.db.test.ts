import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { reportTimeZone } from '#contracts/accounts/profile.ts';
import { getDashboard, type LearnerDashboardSchema } from '#contracts/dashboard/dashboard.ts';
import type { CountedList } from '#contracts/dashboard/request-state.ts';
import { dayMs } from '#contracts/durations.ts';
import { arrangeMeeting, cancelMeeting } from '#contracts/funding/sponsorships.ts';
import { getRequest } from '#contracts/requests/listing.ts';
import { pdf, save, upload } from '#tests/support/money/certificates.ts';
import { fileRequest, join, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product?.close());

async function dashboardOf(
  { token }: SignedIn,
  query: { requests?: number; courses?: number; list?: CountedList } = {},
): Promise<z.output<typeof LearnerDashboardSchema>> {
  return (await callApi(product.url, getDashboard, { query }, token)).body as never;
}

describe('the counters', () => {
  it('count all rows, not only the returned ones', async () => {
    const learner = await join(product.url, 'learner');
    expect((await dashboardOf(learner)).counters).toEqual({ pending: 0, paid: 0, enrolled: 0, completed: 0 });
    await product.db.query(
      `INSERT INTO requests (learner_id, course_title, platform, link, price_minor, currency, duration,
         duration_unit, motivation, socials, delivery, is_public, status, reserved_until, paid_at)
       SELECT u.id, 'Course', 'edX', 'https://x.example', 100, 'USD', 1, 'weeks', 'Because', 'https://x.example',
         'enrolment-code', true, status, now(),
         CASE WHEN status IN ('paid', 'enrolled', 'completed', 'refunded') THEN now() END
       FROM users u, unnest(ARRAY['pending', 'reserved', 'paid', 'enrolled', 'completed', 'withdrawn', 'refunded'])
         AS status, generate_series(1, 10)
       WHERE u.email = $1`,
      [learner.email],
    );
    for (let course = 0; course < 3; course += 1) await save(product.url, learner);
    await upload(product.url, learner.token, await save(product.url, learner), pdf());
    const { counters, totalRequests, requests, dashboardCourses } = await dashboardOf(learner);
    expect(counters).toEqual({ pending: 20, paid: 10, enrolled: 0, completed: 1 });
    expect([totalRequests, requests.length, dashboardCourses.length]).toEqual([70, 20, 4]);
    const more = await dashboardOf(learner, { requests: 60, courses: 2 });
    expect([more.requests.length, more.dashboardCourses.length]).toEqual([60, 2]);
    expect(more.counters).toEqual(counters);
    expect(more.requests.slice(0, 20)).toEqual(requests);
  });

  it.each([0, 1_001, 1.5, 'x'])('reject a limit of %s rows', async (requests) => {
    const { token } = await join(product.url, 'learner');
    const response = await callApi(product.url, getDashboard, { query: { requests } }, token);
    expect(response.status).toBe(422);
  });
});

describe('a request', () => {
  it('returns its views and the time of its meeting', async () => {
    const learner = await join(product.url, 'learner');
    const [sponsor, other] = [await join(product.url, 'sponsor'), await join(product.url, 'sponsor')];
    const id = await fileRequest(product.url, learner);
    const own = async () => (await dashboardOf(learner)).requests[0];
    expect(await own()).toMatchObject({ seenBy: 0, firstSeenAt: null, meetings: [] });
    for (const { token } of [sponsor, sponsor, other])
      await callApi(product.url, getRequest, { params: { id }, query: {} }, token);
    expect(await own()).toMatchObject({ seenBy: 2, firstSeenAt: expect.any(String) });
    await callApi(product.url, reportTimeZone, { body: { timeZone: 'Europe/Berlin' } }, sponsor.token);
    const soon = { startsAt: new Date(Date.now() + dayMs).toISOString() };
    const arranged = await callApi(
      product.url,
      arrangeMeeting,
      { params: { id }, body: soon },
      sponsor.token,
    );
    const { startsAt, endsAt, roomUrl } = arranged.body.data;
    // The sponsor's name comes with the invitation, which was not sent yet.
    expect(await own()).toMatchObject({
      meetings: [{ startsAt, endsAt, roomUrl, sponsorName: null, sponsorTimeZone: null }],
    });
    expect(JSON.stringify(await own())).not.toMatch(new RegExp(`${sponsor.fullName}|${sponsor.email}`));
    const later = { startsAt: new Date(Date.now() + 90 * dayMs).toISOString() };
    await callApi(product.url, arrangeMeeting, { params: { id }, body: later }, other.token);
    await callApi(product.url, cancelMeeting, { params: { id } }, sponsor.token);
    expect((await own())?.meetings).toMatchObject([later, { status: 'cancelled', ...soon, roomUrl: null }]);
    await callApi(product.url, cancelMeeting, { params: { id } }, other.token);
    expect((await own())?.meetings.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  });
});

describe('a request that a sponsor is paying for', () => {
  it('returns the end of the reservation until it has expired', async () => {
    const learner = await join(product.url, 'learner');
    const id = await fileRequest(product.url, learner);
    const own = async () => (await dashboardOf(learner)).requests[0];
    expect(await own()).toMatchObject({ status: 'pending', reservedUntil: null });
    await startPayment(product.url, await join(product.url, 'sponsor'), id);
    const [row] = await product.db.query('SELECT reserved_until FROM requests WHERE id = $1', [id]);
    expect(await own()).toMatchObject({
      status: 'reserved',
      reservedUntil: row.reserved_until.toISOString(),
    });
    await product.db.query('UPDATE requests SET reserved_until = now() WHERE id = $1', [id]);
    expect(await own()).toMatchObject({ status: 'pending', reservedUntil: null });
  });
});

describe('a saved course', () => {
  it('can be requested until it is requested or completed', async () => {
    const learner = await join(product.url, 'learner');
    const id = await save(product.url, learner);
    const canAsk = async () =>
      (await dashboardOf(learner)).dashboardCourses.map(({ canAskSponsor }) => canAskSponsor);
    expect(await canAsk()).toEqual([true]);
    const [saved] = (await dashboardOf(learner)).dashboardCourses;
    const link = String(saved?.link);
    const requestId = await fileRequest(product.url, learner, { link });
    expect(await canAsk()).toEqual([false]);
    await product.db.query(`UPDATE requests SET status = 'withdrawn' WHERE id = $1`, [requestId]);
    expect(await canAsk()).toEqual([true]);
    await upload(product.url, learner.token, id, pdf());
    expect(await canAsk()).toEqual([false]);
  });

  it('cannot be requested by a sponsor', async () => {
    const sponsor = await join(product.url, 'sponsor');
    await save(product.url, sponsor);
    expect((await dashboardOf(sponsor)).dashboardCourses).toMatchObject([{ canAskSponsor: false }]);
  });
});
