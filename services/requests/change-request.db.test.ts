import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sent } from '#contracts/endpoint.ts';
import { arrangeMeeting, getSponsorship } from '#contracts/funding/sponsorships.ts';
import { initiatePayment } from '#contracts/payments/payments.ts';
import { getRequest, listRequests } from '#contracts/requests/listing.ts';
import { editRequest, withdrawRequest } from '#contracts/requests/requests.ts';
import { confirmEmail } from '#tests/security/support/accounts.ts';
import { settlePayment } from '#tests/support/money/settle-payment.ts';
import {
  amountFor,
  fileRequest,
  join,
  press,
  requestBody,
  type SignedIn,
  startPayment,
} from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let guest: SignedIn;
let id: string;
beforeAll(async () => {
  product = await startTestProduct();
  [learner, sponsor, guest] = await Promise.all([
    join(product.url, 'learner'),
    join(product.url, 'sponsor'),
    join(product.url, 'sponsor'),
  ]);
  await Promise.all([confirmEmail(product, learner), confirmEmail(product, guest)]);
});
beforeEach(async () => {
  id = await fileRequest(product.url, learner);
});
afterAll(() => product?.close());

type OpenPage = { reference: string; access_code: string };
type Edit = Sent<typeof editRequest>['body'];

function edit(overrides: object = {}, who = learner, requestId = id) {
  const kept = { email: 'login@platform.example', password: '' };
  const body = { ...requestBody({ account: kept }), ...overrides } as Edit;
  return callApi(product.url, editRequest, { params: { id: requestId }, body }, who.token);
}

function withdraw(who = learner, requestId = id) {
  return callApi(product.url, withdrawRequest, { params: { id: requestId } }, who.token);
}

async function row(): Promise<Record<string, unknown>> {
  return (await product.db.query('SELECT * FROM requests WHERE id = $1', [id]))[0];
}

async function login(): Promise<{ encrypted: Buffer }[]> {
  return product.db.query('SELECT encrypted FROM platform_logins WHERE request_id = $1', [id]);
}

async function mails(name: string): Promise<number> {
  const [{ n }] = await product.db.query(
    `SELECT count(*)::int AS n FROM outbox o WHERE payload->>'mail' = $1 AND payload->>'id' IN (
       SELECT id::text FROM meetings WHERE request_id = $2 UNION
       SELECT id::text FROM request_recipients WHERE request_id = $2)`,
    [name, id],
  );
  return n;
}

/** Pays on the provider's page and settles the payment; returns its status and that of the request. */
async function payAndSettle({ reference, access_code: accessCode }: OpenPage): Promise<unknown[]> {
  await press(product.sandbox.httpUrl, accessCode, 'pay');
  const settled = await settlePayment(product, reference);
  return [settled?.status, (await row()).status];
}

/** Returns whether a sponsor finds the request by any of its words. */
async function isListed(who: SignedIn): Promise<boolean> {
  const answer = await callApi(product.url, listRequests, { query: { limit: 50 } }, who.token);
  return answer.body.data.some(({ _id }) => _id === id);
}

const setStatus = (status: string) =>
  product.db.query(`UPDATE requests SET status = $2, paid_at = now() WHERE id = $1`, [id, status]);

const course = (overrides: object) => ({ course: { ...requestBody().course, ...overrides } });

describe('editing', () => {
  it('changes every field, with the validation of a new request', async () => {
    const changed = await edit({
      ...course({
        courseTitle: 'Deep Learning',
        platform: 'edX',
        price: 12.5,
        priceUnit: 'USD',
        duration: 6,
      }),
      link: 'edx.org/deep',
      motivation: 'Another reason.',
      socials: 'https://x.com/ada',
    });
    expect([changed.status, changed.body.message]).toEqual([200, 'Your changes are saved.']);
    expect(await row()).toMatchObject({
      course_title: 'Deep Learning',
      platform: 'edX',
      price_minor: '1250',
      currency: 'USD',
      duration: 6,
      link: 'https://edx.org/deep',
      motivation: 'Another reason.',
      revision: 1,
    });
  });

  it.each<[field: string, overrides: object, message: string]>([
    ['motivation', { motivation: 'word '.repeat(51) }, 'Please use at most 50 words.'],
    ['isPublic', { isPublic: false }, 'Choose private, public or both.'],
    ['course.price', course({ price: 0 }), 'The price must be more than zero.'],
    ['recipientEmails', { isPrivate: true }, 'Please add at least one recipient email.'],
    [
      'account.password',
      { account: { email: 'other@platform.example', password: '' } },
      'Please enter the platform password.',
    ],
  ])('rejects an invalid %s', async (field, overrides, message) => {
    const { status, body } = await edit(overrides);
    expect([status, body.errors?.[field]]).toEqual([422, message]);
    expect((await row()).revision).toBe(0);
  });

  it('keeps the encrypted password unless another is sent, and deletes it when none is needed', async () => {
    const [before] = await login();
    await edit();
    expect(await login()).toEqual([before]);
    await edit({ account: { email: 'login@platform.example', password: 'another-secret' } });
    expect((await login())[0]?.encrypted.equals(before?.encrypted as Buffer)).toBe(false);
    await edit({ delivery: 'enrolment-code', account: undefined });
    expect([await login(), (await row()).account_email]).toEqual([[], null]);
    expect((await edit()).body.errors).toEqual({ 'account.password': 'Please enter the platform password.' });
  });

  it('invites added recipients once, and removes deleted ones', async () => {
    const invite = (...recipientEmails: string[]) =>
      edit({ isPrivate: true, isPublic: false, recipientEmails });
    await invite(guest.email, 'aunt@people.example');
    expect([await isListed(guest), await isListed(sponsor), await mails('invitation')]).toEqual([
      true,
      false,
      2,
    ]);
    await invite(guest.email, 'aunt@people.example');
    expect(await mails('invitation')).toBe(2);
    await invite('aunt@people.example');
    expect(await isListed(guest)).toBe(false);
  });

  it('hides it from a removed recipient unless they have an open or approved payment', async () => {
    await edit({ isPrivate: true, isPublic: false, recipientEmails: [guest.email, 'aunt@people.example'] });
    const { body } = await startPayment(product.url, guest, id);
    await edit({ isPrivate: true, isPublic: false, recipientEmails: ['aunt@people.example'] });
    const setPayment = (status: string) =>
      product.db.query(
        `UPDATE payments SET status = $2, settled_at = now(), receipt_number = nextval('receipt_numbers')
         WHERE reference = $1`,
        [body.data.data.reference, status],
      );
    const stands = () => callApi(product.url, getSponsorship, { params: { id } }, guest.token);
    expect([await isListed(guest), (await stands()).status]).toEqual([true, 200]);
    for (const status of ['failed', 'abandoned', 'refund_due', 'needs_review', 'reversed']) {
      await setPayment(status);
      expect([status, await isListed(guest), (await stands()).status]).toEqual([status, false, 404]);
    }
    expect((await startPayment(product.url, guest, id)).status).toBe(404);
    await setPayment('approved');
    await setStatus('enrolled');
    const shown = await callApi(product.url, getRequest, { params: { id }, query: {} }, guest.token);
    expect([shown.status, (await stands()).status]).toEqual([200, 200]);
  });

  it('mails sponsors with a meeting when relevant fields changed', async () => {
    await callApi(product.url, arrangeMeeting, { params: { id }, body: {} }, sponsor.token);
    await edit();
    expect(await mails('request-changed')).toBe(0);
    await edit({ motivation: 'Another reason.' });
    await edit({ motivation: 'Yet another reason.' });
    expect(await mails('request-changed')).toBe(2);
  });

  it('releases the reservation of a sponsor who pays for other terms, and returns that money', async () => {
    const page = (await startPayment(product.url, sponsor, id)).body.data.data;
    const { terms } = await row();
    expect((await edit(course({ price: 30_000 }))).body.message).toBe('Your changes are saved.');
    expect(await row()).toMatchObject({ status: 'pending', reserved_until: null, terms: Number(terms) + 1 });
    const amount = amountFor();
    const body = { amount, currency: 'NGN' as const, requestID: id, terms: Number(terms) };
    const again = await callApi(product.url, initiatePayment, { body }, sponsor.token);
    expect([again.status, again.body.message]).toEqual([
      409,
      expect.stringMatching(/^The learner has changed the course or its price/),
    ]);
    expect((await startPayment(product.url, guest, id, { amount: amountFor(30_000) })).status).toBe(200);
    expect(await payAndSettle(page)).toEqual(['refund_due', 'reserved']);
  });

  it('leaves a reservation alone when only other fields change', async () => {
    await startPayment(product.url, sponsor, id);
    expect((await edit({ motivation: 'Another reason.' })).status).toBe(200);
    expect(await row()).toMatchObject({ status: 'reserved', reserved_until: expect.any(Date) });
    expect((await startPayment(product.url, guest, id)).status).toBe(409);
  });
});

describe('withdrawing', () => {
  it('removes the request from every list and deletes its login', async () => {
    expect((await withdraw()).body.message).toBe('Your request is withdrawn.');
    expect(await row()).toMatchObject({
      status: 'withdrawn',
      account_email: null,
      withdrawn_at: expect.any(Date),
    });
    expect([await login(), await isListed(sponsor)]).toEqual([[], false]);
    expect((await startPayment(product.url, sponsor, id)).status).toBe(409);
  });

  it('enqueues each mail once', async () => {
    await edit({ isPrivate: true, recipientEmails: [guest.email, 'aunt@people.example'] });
    await callApi(product.url, arrangeMeeting, { params: { id }, body: {} }, sponsor.token);
    await withdraw();
    expect((await withdraw()).body.message).toBe('You have withdrawn this request.');
    expect([await mails('request-withdrawn'), await mails('invitation-withdrawn')]).toEqual([1, 2]);
  });
});

describe('both', () => {
  it.each(['paid', 'enrolled', 'completed'])('are rejected once it is %s', async (status) => {
    await setStatus(status);
    const sentence = 'This course is paid for, so the request stays as it is.';
    for (const answer of [await edit({ motivation: 'Other.' }), await withdraw()])
      expect([answer.status, answer.body.message]).toEqual([409, sentence]);
    expect(await row()).toMatchObject({ status, revision: 0 });
  });

  it('are allowed while a sponsor has reserved it, whose money is returned after a withdrawal', async () => {
    const page = (await startPayment(product.url, sponsor, id)).body.data.data;
    expect([(await edit()).status, (await withdraw()).status]).toEqual([200, 200]);
    expect(await row()).toMatchObject({ status: 'withdrawn', reserved_until: null });
    const again = await startPayment(product.url, sponsor, id);
    expect([again.status, again.body.message]).toEqual([409, 'The learner has withdrawn this request.']);
    expect(await payAndSettle(page)).toEqual(['refund_due', 'withdrawn']);
  });

  it('are allowed only to its learner', async () => {
    const other = await join(product.url, 'learner');
    for (const answer of [await edit({}, other), await withdraw(other)])
      expect([answer.status, answer.body.message]).toEqual([404, 'This request is no longer there.']);
    const nothing = crypto.randomUUID();
    for (const answer of [await edit({}, learner, nothing), await withdraw(learner, nothing)])
      expect(answer.status).toBe(404);
  });
});

describe('concurrently with a payment', () => {
  it.each(Array.from({ length: 6 }, (_, run) => run))('withdrawing succeeds (%d)', async () => {
    const [paying, leaving] = await Promise.all([startPayment(product.url, sponsor, id), withdraw()]);
    expect([200, 409]).toContain(paying.status);
    expect([leaving.status, (await row()).status]).toEqual([200, 'withdrawn']);
  });

  it.each(Array.from({ length: 6 }, (_, run) => run))(
    'editing the price succeeds, and the old price is never kept (%d)',
    async () => {
      const [paying, editing] = await Promise.all([
        startPayment(product.url, sponsor, id),
        edit(course({ price: 30_000 })),
      ]);
      expect([200, 409, 422]).toContain(paying.status);
      expect([editing.status, (await row()).status]).toEqual([200, 'pending']);
      if (paying.status !== 200) return;
      expect(await payAndSettle(paying.body.data.data)).toEqual(['refund_due', 'pending']);
    },
  );

  it('two concurrent withdrawals: one succeeds, and every mail is enqueued once', async () => {
    await callApi(product.url, arrangeMeeting, { params: { id }, body: {} }, sponsor.token);
    const answers = await Promise.all([withdraw(), withdraw()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await mails('request-withdrawn')).toBe(1);
  });
});
