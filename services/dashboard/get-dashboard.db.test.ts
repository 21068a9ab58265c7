import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { saveCourse } from '#contracts/catalogue/catalogue.ts';
import {
  getDashboard,
  type LearnerDashboardSchema,
  type SponsorDashboardSchema,
} from '#contracts/dashboard/dashboard.ts';
import { arrangeMeeting } from '#contracts/funding/sponsorships.ts';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { untilApproved } from '#tests/support/money/until-approved.ts';
import { fileRequest, join, press, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  learner = await join(product.url, 'learner');
});
afterAll(() => product?.close());

async function ofLearner(who = learner): Promise<z.output<typeof LearnerDashboardSchema>> {
  return (await callApi(product.url, getDashboard, {}, who.token)).body as never;
}

async function ofSponsor(who: SignedIn): Promise<z.output<typeof SponsorDashboardSchema>> {
  return (await callApi(product.url, getDashboard, {}, who.token)).body as never;
}

async function fund(sponsor: SignedIn, isAnonymous: boolean, who = learner): Promise<string> {
  const requestId = await fileRequest(product.url, who);
  const { body } = await startPayment(product.url, sponsor, requestId, { isAnonymous });
  const { reference, access_code } = body.data.data;
  await press(product.sandbox.httpUrl, access_code, 'pay');
  await callApi(product.url, verifyPayment, { query: { reference } }, sponsor.token);
  await untilApproved(product, reference);
  return requestId;
}

it('lists a sponsor’s saved courses and their total', async () => {
  const sponsor = await join(product.url, 'sponsor');
  for (const title of ['Sewing', 'Weaving']) {
    const body = { title, description: '', link: `https://courses.example/${title}` };
    expect((await callApi(product.url, saveCourse, { body }, sponsor.token)).status).toBe(201);
  }
  const { body } = await callApi(product.url, getDashboard, { query: { courses: 1 } }, sponsor.token);
  expect(body).toMatchObject({
    totalCourses: 2,
    dashboardCourses: [{ title: 'Weaving', canAskSponsor: false }],
  });
});

describe('the dashboard of a new user', () => {
  it('returns name, address and picture, and empty lists', async () => {
    const newcomer = await join(product.url, 'learner');
    const { userDetails, dashboardCourses, requests } = await ofLearner(newcomer);
    expect(userDetails).toEqual({
      _id: expect.any(String),
      fullName: newcomer.fullName,
      email: newcomer.email,
      role: 'learner',
      isEmailVerified: false,
      profilePicture: { contentType: 'image/webp', data: expect.any(String), url: expect.any(String) },
    });
    expect([dashboardCourses, requests]).toEqual([[], []]);
    const served = await fetch(product.url + userDetails.profilePicture?.url);
    const bytes = Buffer.from(await served.arrayBuffer());
    expect(bytes.toString('base64')).toBe(userDetails.profilePicture?.data);
  });

  it('has the view of the role of the session', async () => {
    const sponsor = await join(product.url, 'sponsor');
    const dashboard = await ofSponsor(sponsor);
    expect(Object.keys(dashboard).sort()).toEqual([
      'dashboardCourses',
      'impact',
      'meetings',
      'sponsoredRequests',
      'totalCourses',
      'totalRequests',
      'userDetails',
    ]);
    expect(dashboard.userDetails.role).toBe('sponsor');
    expect(Object.keys(await ofLearner())).toContain('requests');
  });
});

describe('a funded request', () => {
  it('shows the sponsor’s name to the learner, and the course as an enrolment', async () => {
    const sponsor = await join(product.url, 'sponsor');
    const id = await fund(sponsor, false);
    const { requests, dashboardCourses } = await ofLearner();
    expect(requests.find(({ _id }) => _id === id)).toMatchObject({
      paid: true,
      status: 'paid',
      sponsorName: sponsor.fullName,
      paidAt: expect.any(String),
    });
    expect(dashboardCourses).toContainEqual(
      expect.objectContaining({
        title: 'Machine Learning',
        status: 'being-arranged',
        completionCertificate: false,
      }),
    );
  });

  it('is listed before newer courses, and counted as paid, not as enrolled', async () => {
    const other = await join(product.url, 'learner');
    await fund(await join(product.url, 'sponsor'), false, other);
    const body = { title: 'Sewing', description: '', link: 'https://courses.example/sewing' };
    await callApi(product.url, saveCourse, { body }, other.token);
    const { dashboardCourses, counters, totalCourses } = await ofLearner(other);
    expect(dashboardCourses.map(({ status }) => status)).toEqual(['being-arranged', 'saved']);
    expect(counters).toEqual({ pending: 0, paid: 1, enrolled: 0, completed: 0 });
    expect(totalCourses).toBe(2);
  });

  it('never returns an anonymous sponsor’s name or address in any field', async () => {
    const fullName = 'Nobody Canaryname';
    const sponsor = await join(product.url, 'sponsor', { fullName });
    const id = await fund(sponsor, true);
    const dashboard = await ofLearner();
    const own = dashboard.requests.find(({ _id }) => _id === id);
    expect(own).toMatchObject({ paid: true, sponsorName: null });
    const text = JSON.stringify(dashboard);
    for (const canary of ['Canaryname', sponsor.email]) expect(text).not.toContain(canary);
  });

  // ASVS 15.3.1
  it('shows its payer the amount, but neither the login address nor, without a meeting, the learner’s e-mail', async () => {
    const sponsor = await join(product.url, 'sponsor');
    const id = await fund(sponsor, true);
    const [entry] = (await ofSponsor(sponsor)).sponsoredRequests;
    expect(entry).toMatchObject({
      _id: id,
      paid: true,
      isAnonymous: true,
      payment: { outcome: 'success', amount: 20_018, currency: 'NGN', paidAt: expect.any(String) },
    });
    expect(entry?.learner.userId).not.toHaveProperty('email');
    expect(JSON.stringify(entry)).not.toContain('login@platform.example');
  });

  it('shows a sponsor who has not paid the learner’s e-mail after a meeting, and no login address', async () => {
    const sponsor = await join(product.url, 'sponsor');
    const id = await fileRequest(product.url, learner);
    await callApi(product.url, arrangeMeeting, { params: { id }, body: {} }, sponsor.token);
    await startPayment(product.url, sponsor, id);
    const [entry] = (await ofSponsor(sponsor)).sponsoredRequests;
    expect(entry).toMatchObject({
      payment: { outcome: 'pending', paidAt: null },
      learner: { userId: { email: learner.email } },
    });
  });

  it('is on no other dashboard', async () => {
    await fund(await join(product.url, 'sponsor'), false);
    expect((await ofSponsor(await join(product.url, 'sponsor'))).sponsoredRequests).toEqual([]);
    expect((await ofLearner(await join(product.url, 'learner'))).requests).toEqual([]);
  });
});

describe('a payment that was not completed', () => {
  it.each(['initiating', 'abandoned'])('is not shown when it is %s', async (status) => {
    const sponsor = await join(product.url, 'sponsor');
    await startPayment(product.url, sponsor, await fileRequest(product.url, learner));
    await product.db.query(
      'UPDATE payments SET status = $2 FROM users u WHERE u.id = payer_id AND u.email = $1',
      [sponsor.email, status],
    );
    expect((await ofSponsor(sponsor)).sponsoredRequests).toEqual([]);
  });

  it('is shown after a declined card while it can still be paid, and not afterwards', async () => {
    const sponsor = await join(product.url, 'sponsor');
    const id = await fileRequest(product.url, learner);
    await startPayment(product.url, sponsor, id);
    const set = (change: string) =>
      product.db.query(`UPDATE payments SET ${change} FROM users u WHERE u.id = payer_id AND u.email = $1`, [
        sponsor.email,
      ]);
    await set(`status = 'failed'`);
    expect(await ofSponsor(sponsor)).toMatchObject({
      totalRequests: 1,
      sponsoredRequests: [{ _id: id, status: 'reserved', payment: { outcome: 'failed', paidAt: null } }],
    });
    await product.db.query(`UPDATE requests SET status = 'withdrawn' WHERE id = $1`, [id]);
    expect(await ofSponsor(sponsor)).toMatchObject({ totalRequests: 0, sponsoredRequests: [] });
    await product.db.query(`UPDATE requests SET status = 'pending' WHERE id = $1`, [id]);
    await set(`opened_at = opened_at - interval '30 minutes'`);
    expect((await ofSponsor(sponsor)).sponsoredRequests).toEqual([]);
  });

  it('is shown with refund_due when it has to be refunded', async () => {
    const sponsor = await join(product.url, 'sponsor');
    await startPayment(product.url, sponsor, await fileRequest(product.url, learner));
    await product.db.query(
      `UPDATE payments SET status = 'refund_due' FROM users u WHERE u.id = payer_id AND u.email = $1`,
      [sponsor.email],
    );
    const [entry] = (await ofSponsor(sponsor)).sponsoredRequests;
    expect(entry).toMatchObject({ payment: { outcome: 'refund_due' } });
  });
});
