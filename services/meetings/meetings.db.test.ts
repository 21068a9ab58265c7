import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reportTimeZone } from '#contracts/accounts/profile.ts';
import { hourMs } from '#contracts/durations.ts';
import { arrangeMeeting, getSponsorship, notifyMeeting } from '#contracts/funding/sponsorships.ts';
import { listRequests } from '#contracts/requests/listing.ts';
import { idOf } from '#tests/security/support/accounts.ts';
import { fileRequest, join, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let rival: SignedIn;
let requestId: string;
beforeAll(async () => {
  product = await startTestProduct();
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor');
  rival = await join(product.url, 'sponsor');
});
beforeEach(async () => {
  requestId = await fileRequest(product.url, learner);
});
afterAll(() => product?.close());

const notThere = 'This request is no longer there.';
const notThen = 'Please choose a time in the future, within a year.';

/** Returns an ISO time the given hours from now, to the second. */
function inHours(hours: number): string {
  return new Date(Math.floor((Date.now() + hours * hourMs) / 1000) * 1000).toISOString();
}

function meet(body: { startsAt?: string; note?: string } = {}, who = sponsor) {
  return callApi(product.url, arrangeMeeting, { params: { id: requestId }, body }, who.token);
}

function notify(overrides: object = {}, who = sponsor) {
  return callApi(product.url, notifyMeeting, { body: { requestId, ...overrides } }, who.token);
}

async function rows(): Promise<{ id: string; revision: number; note: string | null; starts_at: Date }[]> {
  return product.db.query('SELECT * FROM meetings WHERE request_id = $1', [requestId]);
}

/** The revisions of which the learner and the sponsor are notified. */
async function notices(): Promise<{ revision: number }[]> {
  const jobs: { payload: { revision: number; participant: string } }[] = await product.db.query(
    `SELECT o.payload FROM outbox o JOIN meetings m ON m.id::text = o.payload->>'meetingId'
     WHERE o.job = 'meetings.notify' AND m.request_id = $1 ORDER BY o.created_at`,
    [requestId],
  );
  const [toLearner, toSponsor] = ['learner', 'sponsor'].map((participant) =>
    jobs.flatMap(({ payload }) =>
      payload.participant === participant ? [{ revision: payload.revision }] : [],
    ),
  );
  expect(toSponsor).toEqual(toLearner);
  return toLearner ?? [];
}

describe('arranging a meeting', () => {
  it('has no time when none is chosen, and never sets a default', async () => {
    const { status, body } = await meet();
    expect(status).toBe(200);
    const { roomUrl, title, learner: whom, ...others } = body.data;
    expect(others).toMatchObject({
      status: 'awaiting_time',
      startsAt: null,
      endsAt: null,
      proposedStartsAt: null,
      note: null,
    });
    expect(roomUrl).toMatch(/^https:\/\/meet\.jit\.si\/courselift-[\w-]{12}$/);
    expect(title).toBe('CourseLift: about Machine Learning');
    expect(whom).toEqual({
      _id: await idOf(product, learner),
      fullName: learner.fullName,
      email: learner.email,
      timeZone: null,
    });
  });

  it('shows the learner’s time zone before it is arranged, unless the learner is under 18', async () => {
    const shown = async () => {
      const { body } = await callApi(product.url, getSponsorship, { params: { id: requestId } }, rival.token);
      return body.data.learnerTimeZone;
    };
    expect(await shown()).toBeNull();
    const youth = await join(product.url, 'learner');
    requestId = await fileRequest(product.url, youth);
    await callApi(product.url, reportTimeZone, { body: { timeZone: 'Africa/Nairobi' } }, youth.token);
    expect(await shown()).toBe('Africa/Nairobi');
    await product.db.query(
      `UPDATE users SET is_minor = true, guardian_email = 'g@people.example', guardian_agreed_at = now()
       WHERE email = $1`,
      [youth.email],
    );
    expect(await shown()).toBeNull();
  });

  it('lasts half an hour', async () => {
    const { body } = await meet({ startsAt: inHours(50) });
    const { startsAt, endsAt, status } = body.data;
    expect(status).toBe('proposed');
    expect(Date.parse(endsAt ?? '') - Date.parse(startsAt ?? '')).toBe(hourMs / 2);
  });

  it('accepts a call without a body', async () => {
    const answer = await fetch(`${product.url}/api/course/meet/${requestId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sponsor.token}` },
    });
    expect(answer.status).toBe(200);
  });

  it('accepts a time in any time zone', async () => {
    const startsAt = inHours(100).replace('.000Z', '+00:00');
    const { body } = await meet({ startsAt, note: '  About your plans ' });
    expect(body.data).toMatchObject({ startsAt: new Date(startsAt).toISOString(), note: 'About your plans' });
  });

  it.each([
    ['an hour ago', () => inHours(-1)],
    ['now', () => inHours(0)],
    ['in more than a year', () => inHours(367 * 24)],
    ['in 1970', () => '1970-01-01T00:00:00Z'],
    ['in the year 9999', () => '9999-12-31T23:59:59Z'],
  ])('rejects a time %s', async (_, startsAt) => {
    const { status, body } = await meet({ startsAt: startsAt() });
    expect([status, body]).toEqual([422, { message: notThen, errors: { startsAt: notThen } }]);
    expect(await rows()).toEqual([]);
  });

  it.each([
    'tomorrow',
    '2026-13-01T00:00:00Z',
    '2026-02-30T10:00:00Z',
    '2026-01-01',
    '1795200000',
    '',
    '+275760-09-13T00:00:00Z',
  ])('rejects %j as time', async (startsAt) => {
    const message = 'Please choose a date and a time.';
    const { status, body } = await meet({ startsAt });
    expect([status, body]).toEqual([422, { message, errors: { startsAt: message } }]);
  });

  it('rejects a note that is too long or contains control characters', async () => {
    expect((await meet({ note: 'x'.repeat(501) })).body.errors).toHaveProperty('note');
    expect((await meet({ note: 'nul\u0000' })).body.errors).toHaveProperty('note');
  });

  it('changes the existing meeting when called again, and keeps one row, room and note', async () => {
    const first = await meet({ note: 'Bring your questions' });
    const startsAt = inHours(200);
    const second = await meet({ startsAt });
    expect(second.body.data).toMatchObject({
      _id: first.body.data._id,
      roomUrl: first.body.data.roomUrl,
      note: 'Bring your questions',
      startsAt,
    });
    const third = await meet({ note: 'Another note' });
    expect(third.body.data).toMatchObject({ startsAt, note: 'Another note' });
    // No invitation was sent yet, so the revision does not rise.
    expect(await rows()).toMatchObject([{ revision: 0, note: 'Another note' }]);
  });

  it('creates one meeting for five concurrent calls', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => meet()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.data.roomUrl)).size).toBe(1);
    expect(await rows()).toHaveLength(1);
  });

  it('creates a separate meeting and room for each sponsor', async () => {
    const [mine, theirs] = [await meet(), await meet({}, rival)];
    expect(theirs.body.data.roomUrl).not.toBe(mine.body.data.roomUrl);
    expect(await rows()).toHaveLength(2);
  });
});

describe('the learner’s e-mail', () => {
  async function listedEmail(who: SignedIn): Promise<string | undefined> {
    const { body } = await callApi(product.url, listRequests, { query: { limit: 50 } }, who.token);
    return body.data.find(({ _id }) => _id === requestId)?.learner.userId.email;
  }

  it('is returned only to the sponsor who arranged a meeting about that request', async () => {
    const other = requestId;
    requestId = await fileRequest(product.url, learner);
    expect(await listedEmail(sponsor)).toBeUndefined();
    await meet();
    expect(await listedEmail(sponsor)).toBe(learner.email);
    expect(await listedEmail(rival)).toBeUndefined();
    requestId = other;
    expect(await listedEmail(sponsor)).toBeUndefined();
  });

  it('is not returned after a rejected meeting', async () => {
    await meet({ startsAt: inHours(-1) });
    await notify({ name: 'somebody else' });
    expect(await listedEmail(sponsor)).toBeUndefined();
  });
});

describe('the notice of a meeting', () => {
  it('is enqueued once, with data of the server', async () => {
    const { status, body } = await notify({
      name: learner.fullName,
      id: await idOf(product, learner),
      price: 20_000,
      unit: 'NGN',
      email: learner.email.toUpperCase(),
    });
    expect([status, body]).toEqual([202, { message: 'The invitation is on its way to both of you.' }]);
    expect(await notices()).toHaveLength(1);
  });

  it.each([
    ['name', 'Somebody Else'],
    ['name', ''],
    ['id', crypto.randomUUID()],
    ['email', 'eve@people.example'],
    ['email', ''],
    ['price', 20_001],
    ['price', 'a lot'],
    ['price', -20_000],
    ['unit', 'USD'],
    ['unit', 'ngn'],
  ])('is not enqueued when %s is %j', async (field, value) => {
    const { status, body } = await notify({ [field]: value });
    expect([status, body]).toEqual([404, { message: notThere }]);
    expect(await notices()).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it('is not enqueued for an unknown request', async () => {
    const response = await notify({ requestId: crypto.randomUUID() });
    expect([response.status, response.body.message]).toEqual([404, notThere]);
    expect((await notify({ requestId: 'not-an-id' })).status).toBe(422);
  });

  it('is about the arranged meeting, and creates one when there is none', async () => {
    const { body } = await meet({ startsAt: inHours(150) });
    await notify();
    expect((await rows()).map(({ starts_at }) => starts_at.toISOString())).toEqual([body.data.startsAt]);
  });

  it('is sent once per revision of the meeting', async () => {
    await notify();
    await notify();
    expect(await notices()).toMatchObject([{ revision: 0 }]);
    await meet({ startsAt: inHours(300) });
    await notify();
    expect(await notices()).toMatchObject([{ revision: 0 }, { revision: 1 }]);
  });
});
