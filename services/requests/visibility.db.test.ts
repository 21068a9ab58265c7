import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arrangeMeeting, notifyMeeting } from '#contracts/funding/sponsorships.ts';
import { initiatePayment } from '#contracts/payments/payments.ts';
import { getRequest, listPublicRequests, listRequests } from '#contracts/requests/listing.ts';
import { editRequest, submitRequest } from '#contracts/requests/requests.ts';
import { confirmEmail, idOf } from '#tests/security/support/accounts.ts';
import { amountFor, fileRequest, join, requestBody, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
let invited: SignedIn;
let stranger: SignedIn;
let secret: string;
let open: string;
let both: string;

const title = (courseTitle: string) => ({
  course: {
    courseTitle,
    platform: 'Coursera',
    price: 20_000,
    priceUnit: 'NGN',
    duration: 3,
    durationUnit: 'months',
  },
});

beforeAll(async () => {
  product = await startTestProduct();
  const { url } = product;
  learner = await join(url, 'learner', { fullName: 'Adaeze Canarylast' });
  invited = await join(url, 'sponsor', { isVerified: false });
  stranger = await join(url, 'sponsor');
  await confirmEmail(product, stranger);
  const guests = { isPrivate: true, recipientEmails: [invited.email.toUpperCase()] };
  secret = await fileRequest(url, learner, { ...title('Hidden Weaving'), ...guests, isPublic: false });
  open = await fileRequest(url, learner, {
    ...title('Open Weaving'),
    socials: 'https://social.example/canary',
    isForVisitors: true,
  });
  both = await fileRequest(url, learner, { ...title('Shared Weaving'), ...guests });
});
afterAll(() => product?.close());

async function seenBy(who: SignedIn, query: object = {}) {
  const { body } = await callApi(product.url, listRequests, { query }, who.token);
  return { ids: body.data.map(({ _id }) => _id).sort(), total: body.totalRequests, data: body.data };
}

/** Returns the statuses of a sponsor's direct calls for a request. */
async function reached(who: SignedIn, id: string): Promise<number[]> {
  const { url } = product;
  return [
    (await callApi(url, notifyMeeting, { body: { requestId: id, name: 'somebody else' } }, who.token)).status,
    (await callApi(url, initiatePayment, { body: { requestID: id, amount: 1, currency: 'NGN' } }, who.token))
      .status,
    (
      await callApi(
        url,
        arrangeMeeting,
        { params: { id }, body: { startsAt: '2020-01-01T00:00:00Z' } },
        who.token,
      )
    ).status,
  ];
}

describe('a private request', () => {
  it('is not in lists, searches and counts of a sponsor who is not invited', async () => {
    expect(await seenBy(stranger)).toMatchObject({ ids: [open, both].sort(), total: 2 });
    expect(await seenBy(stranger, { search: 'hidden' })).toMatchObject({ ids: [], total: 0 });
    expect(await seenBy(stranger, { limit: 1, page: 2 })).toMatchObject({ total: 2 });
  });

  it('returns 404 to a sponsor who calls it by id', async () => {
    expect(await reached(stranger, secret)).toEqual([404, 404, 404]);
    const body = { requestID: secret, amount: amountFor(), currency: 'NGN' as const };
    expect((await callApi(product.url, initiatePayment, { body }, stranger.token)).status).toBe(404);
    expect(
      (await callApi(product.url, arrangeMeeting, { params: { id: secret }, body: {} }, stranger.token)).body,
    ).toEqual(
      (
        await callApi(
          product.url,
          arrangeMeeting,
          { params: { id: crypto.randomUUID() }, body: {} },
          stranger.token,
        )
      ).body,
    );
    for (const table of ['meetings', 'payments', 'sponsorships'])
      expect(await product.db.query(`SELECT 1 FROM ${table}`)).toEqual([]);
  });

  it('is visible to the invited sponsor once the address is confirmed', async () => {
    expect((await seenBy(invited)).ids).toEqual([open, both].sort());
    expect(await reached(invited, secret)).toEqual([404, 404, 404]);
    await confirmEmail(product, invited);
    const { ids, total, data } = await seenBy(invited);
    expect([ids, total]).toEqual([[secret, open, both].sort(), 3]);
    const invitations = data.filter(({ isInvitation }) => isInvitation).map(({ _id }) => _id);
    expect(invitations.sort()).toEqual([secret, both].sort());
    // With an invalid body the response is the validation error.
    expect(await reached(invited, secret)).toEqual([404, 422, 422]);
    const { total: matches } = await seenBy(invited, { search: 'HIDDEN' });
    expect(matches).toBe(1);
  });

  it('is not seen by a sponsor because the learner gave the address of someone else with the same start', async () => {
    const similar = await join(product.url, 'sponsor', { email: `x${invited.email}` });
    await confirmEmail(product, similar);
    expect((await seenBy(similar)).ids).not.toContain(secret);
  });
});

describe('the listing without sign-in', () => {
  const visitorIds = async (query: object = {}) => {
    const { body } = await callApi(product.url, listPublicRequests, { query });
    return body.data.map(({ _id }) => _id);
  };
  const edit = (id: string, overrides: object) =>
    callApi(product.url, editRequest, { params: { id }, body: requestBody(overrides) }, learner.token);

  it('has only the public requests whose learner shows them to visitors, whatever sponsors see', async () => {
    const { body } = await callApi(product.url, listPublicRequests);
    expect([body.data.map(({ _id }) => _id), body.totalRequests, body.isCapped]).toEqual([[open], 1, false]);
    expect((await seenBy(stranger)).ids).toEqual([open, both].sort());
  });

  it('has a request from the edit that ticks it until the one that unticks it', async () => {
    await edit(both, { ...title('Shared Weaving'), isForVisitors: true });
    expect(await visitorIds()).toEqual([open, both]);
    await edit(both, title('Shared Weaving'));
    expect(await visitorIds()).toEqual([open]);
  });

  it('has no private request, whatever is ticked in its form, and no held one', async () => {
    await edit(secret, {
      ...title('Hidden Weaving'),
      isPrivate: true,
      isPublic: false,
      recipientEmails: [invited.email],
      isForVisitors: true,
    });
    const stored = `SELECT is_for_visitors AS shown FROM requests WHERE id = $1`;
    expect(await product.db.query(stored, [secret])).toEqual([{ shown: false }]);
    expect(await visitorIds()).toEqual([open]);
    for (const holds of [['review'], ['suspended']]) {
      await product.db.query('UPDATE requests SET holds = $2 WHERE id = $1', [open, holds]);
      expect(await visitorIds()).toEqual([]);
    }
    await product.db.query(`UPDATE requests SET holds = '{}' WHERE id = $1`, [open]);
  });

  it('has the longest waiting first, the days, and the first 240 characters of the reason', async () => {
    const motivation = `${'Ọ👩'.repeat(119)} and then more`;
    const old = await fileRequest(product.url, learner, { ...title('Old'), motivation, isForVisitors: true });
    await product.db.query(
      `UPDATE requests SET created_at = now() - interval '12 days 23 hours' WHERE id = $1`,
      [old],
    );
    expect(await visitorIds()).toEqual([old, open]);
    expect(await visitorIds({ page: 2, limit: 1 })).toEqual([open]);
    const { body } = await callApi(product.url, listPublicRequests, { query: { limit: 1 } });
    expect(body).toEqual({
      message: 'Open requests',
      data: [
        {
          _id: old,
          course: { courseTitle: 'Old', platform: 'Coursera', price: 20_000, priceUnit: 'NGN' },
          motivation: `${'Ọ👩'.repeat(119)}…`,
          country: 'Nigeria',
          daysWaiting: 12,
          learner: { userId: { fullName: 'A.' } },
        },
      ],
      currentPage: 1,
      totalPages: 2,
      totalRequests: 2,
      isCapped: false,
    });
    await product.db.query('DELETE FROM requests WHERE id = $1', [old]);
  });

  it('contains the initial of the name, and no contact data', async () => {
    const answer = await fetch(`${product.url}/api/course/get`);
    const text = await answer.text();
    const private_ = [
      learner.email,
      await idOf(product, learner),
      'Adaeze',
      'Canarylast',
      'http',
      'canary',
      'login@platform.example',
      invited.email,
      '@',
      'picture',
      'account',
      'socials',
    ];
    for (const canary of private_)
      expect([canary, text.toLowerCase().includes(canary.toLowerCase())]).toEqual([canary, false]);
    expect(JSON.parse(text).data[0].learner).toEqual({ userId: { fullName: 'A.' } });
  });
});

describe('the listing for sponsors', () => {
  it('contains name, picture and socials, but no e-mail before a meeting', async () => {
    const { data } = await seenBy(stranger, { search: 'Open Weaving' });
    expect(data[0]).toMatchObject({
      socials: 'https://social.example/canary',
      learner: {
        userId: {
          fullName: learner.fullName,
          country: 'Nigeria',
          profilePicture: { contentType: 'image/webp' },
        },
      },
      isInvitation: false,
      reservedUntil: null,
    });
    const text = JSON.stringify(data);
    for (const canary of [learner.email, 'login@platform.example', invited.email, '+234'])
      expect(text).not.toContain(canary);
  });

  it.each([
    ['  WEAVING ', 2],
    ['coursera', 2],
    ['farmers of my', 2],
    ['social.example', 1],
    ['%', 0],
    ['_', 0],
    ['\\', 0],
    ["' OR true --", 0],
    ['weaving%', 0],
    ['', 2],
  ])('is found by %j', async (search, total) => {
    expect((await seenBy(stranger, { search })).total).toBe(total);
  });

  it.each([
    [{ page: 0 }, 2],
    [{ page: -1 }, 2],
    [{ page: 'x' }, 2],
    [{ page: 1e9 }, 0],
    [{ limit: 1e9 }, 2],
    [{ limit: 0 }, 1],
    [{ page: 2, limit: 1 }, 1],
  ])('is paginated, as in %j', async (query, count) => {
    const { ids, total } = await seenBy(stranger, query);
    expect([ids.length, total]).toEqual([count, 2]);
  });

  it('rejects a search that is too long or contains invalid characters', async () => {
    for (const search of ['x'.repeat(201), 'nul\u0000'])
      expect((await callApi(product.url, listRequests, { query: { search } }, stranger.token)).status).toBe(
        422,
      );
  });
});

describe('a request that is no longer open', () => {
  it.each(['paid', 'enrolled', 'completed', 'withdrawn', 'refunded'])(
    'is not listed when it is %s',
    async (status) => {
      const id = await fileRequest(product.url, learner, {
        ...title(`Closed ${status}`),
        isForVisitors: true,
      });
      await product.db.query(
        `UPDATE requests SET status = $2, paid_at = CASE WHEN $2 = 'withdrawn' THEN NULL ELSE now() END WHERE id = $1`,
        [id, status],
      );
      expect((await seenBy(stranger)).ids).not.toContain(id);
      const { body } = await callApi(product.url, listPublicRequests);
      expect(body.data.map(({ _id }) => _id)).not.toContain(id);
      expect(await reached(stranger, id)).toEqual([409, 409, 409]);
    },
  );

  it('is listed while another sponsor has reserved it, with the end of the reservation', async () => {
    const id = await fileRequest(product.url, learner, title('Held'));
    const until = `now() + interval '5 minutes'`;
    await product.db.query(
      `UPDATE requests SET status = 'reserved', reserved_until = ${until} WHERE id = $1`,
      [id],
    );
    const [held] = (await seenBy(stranger, { search: 'Held' })).data;
    expect([held?.status, typeof held?.reservedUntil]).toEqual(['reserved', 'string']);
    await product.db.query(`UPDATE requests SET reserved_until = now() WHERE id = $1`, [id]);
    const [lapsed] = (await seenBy(stranger, { search: 'Held' })).data;
    expect([lapsed?.status, lapsed?.reservedUntil]).toEqual(['pending', null]);
  });

  it('is marked as the caller’s own for the sponsor who has reserved it alone', async () => {
    const id = await fileRequest(product.url, learner, title('Mine'));
    const reserve = `UPDATE requests SET status = 'reserved', reserved_until = now() + interval '5 minutes',
      reserved_by_id = $2 WHERE id = $1`;
    await product.db.query(reserve, [id, await idOf(product, stranger)]);
    const isMine = async (who: SignedIn) => {
      const { body } = await callApi(product.url, getRequest, { params: { id }, query: {} }, who.token);
      return [(await seenBy(who, { search: 'Mine' })).data[0]?.isMine, body.data.isMine];
    };
    expect([await isMine(stranger), await isMine(invited)]).toEqual([
      [true, true],
      [false, false],
    ]);
    await product.db.query(`UPDATE requests SET reserved_until = now() WHERE id = $1`, [id]);
    expect(await isMine(stranger)).toEqual([false, false]);
  });
});

it.each([
  ['course.courseTitle', title('Ask at weaving.example.com')],
  ['motivation', { motivation: 'Please write to me by WhatsApp: +234 803 555 0199.' }],
])(
  'a request with contact data in %s is not shown to visitors, and its learner reads why',
  async (field, overrides) => {
    const body = requestBody({ ...overrides, isForVisitors: true });
    const filed = await callApi(product.url, submitRequest, { body }, learner.token);
    expect(filed.status).toBe(422);
    expect(filed.body).toMatchObject({ errors: { [field]: expect.stringContaining('phone numbers') } });
  },
);
