import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { endSession, listSessions } from '#contracts/accounts/profile-changes.ts';
import { signIn, signOut } from '#contracts/accounts/sign-in.ts';
import { createPledge } from '#contracts/funding/pledge-form.ts';
import { arrangeMeeting } from '#contracts/funding/sponsorships.ts';
import { editRequest, withdrawRequest } from '#contracts/requests/requests.ts';
import { fundAndEnrol, pdf, save, upload } from '#tests/support/money/certificates.ts';
import { fileRequest, join, requestBody, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patienceMs, patient } from '#tests/support/soon.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
});
afterAll(() => product?.close());

interface Follower {
  status: number;
  headers: Headers;
  events: string[];
  ended: Promise<unknown>;
  leave(): void;
}

async function follow({ token }: SignedIn, query = ''): Promise<Follower> {
  const leaving = new AbortController();
  const response = await fetch(`${product.url}/api/dashboard/changes${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ event = '', data }) => events.push(`${event}:${data}`) });
  const read = async () => {
    const text = new TextDecoder();
    if (response.body)
      for await (const bytes of response.body) parser.feed(text.decode(bytes, { stream: true }));
  };
  return {
    status: response.status,
    headers: response.headers,
    events,
    ended: read().catch(() => {}),
    leave: () => leaving.abort(),
  };
}

/** Signs the same user in to another session. */
async function again({ email, password, ...person }: SignedIn): Promise<SignedIn> {
  const { body } = await callApi(product.url, signIn, { body: { email, password } });
  return { ...person, email, password, token: body.data.token };
}

const news = 'changed:';

describe('following a dashboard', () => {
  it('is a stream that is neither cached, compressed nor buffered', async () => {
    const follower = await follow(await join(product.url, 'learner'));
    expect([follower.status, Object.fromEntries(follower.headers)]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      }),
    ]);
    expect(follower.headers.get('content-encoding')).toBeNull();
    follower.leave();
  });

  it('sends an event at once where something may have changed since the page was rendered', async () => {
    const learner = await join(product.url, 'learner');
    const follower = await follow(learner, `?since=${Date.now() - 120_000}`);
    await vi.waitFor(() => expect(follower.events).toEqual([news]), patient);
    follower.leave();
    expect((await follow(learner, '?since=yesterday')).status).toBe(422);
  });

  it('sends an event without content to the users concerned only', async () => {
    const learner = await join(product.url, 'learner');
    const sponsor = await join(product.url, 'sponsor');
    const stranger = await join(product.url, 'learner');
    const followers = await Promise.all([learner, sponsor, stranger].map((person) => follow(person)));
    const counts = () => followers.map(({ events }) => events.length);
    const expectNews = async (work: () => Promise<unknown>) => {
      const [ofLearner = 0, ofSponsor = 0] = counts();
      await work();
      await vi.waitFor(() => {
        const [now = 0, nowOfSponsor = 0] = counts();
        expect([now > ofLearner, nowOfSponsor > ofSponsor]).toEqual([true, true]);
      }, patient);
    };
    const requestId = await fileRequest(product.url, learner);
    await expectNews(() =>
      callApi(product.url, arrangeMeeting, { params: { id: requestId }, body: {} }, sponsor.token),
    );
    let id = '';
    await expectNews(async () => {
      ({ id } = await fundAndEnrol(product, learner, sponsor));
    });
    await expectNews(() => upload(product.url, learner.token, id, pdf()));
    expect(new Set(followers.flatMap(({ events }) => events))).toEqual(new Set([news]));
    expect(followers[2]?.events).toEqual([]);
    for (const follower of followers) follower.leave();
  });

  it('sends an event for changes in another tab, and for changes of a request by its learner', async () => {
    const learner = await join(product.url, 'learner');
    const [meeting, paying] = [await join(product.url, 'sponsor'), await join(product.url, 'sponsor')];
    const users = { learner, meeting, paying };
    const followers = Object.fromEntries(
      await Promise.all(Object.entries(users).map(async ([name, who]) => [name, await follow(who)])),
    ) as Record<keyof typeof users, Follower>;
    const expectNews = async (who: (keyof typeof users)[], work: () => Promise<unknown>) => {
      const before = who.map((name) => followers[name].events.length);
      await work();
      await vi.waitFor(() => {
        expect(who.filter((name, at) => followers[name].events.length === before[at])).toEqual([]);
      }, patient);
    };
    let id = '';
    await expectNews(['learner'], async () => {
      id = await fileRequest(product.url, learner);
    });
    const params = { id };
    await callApi(product.url, arrangeMeeting, { params, body: {} }, meeting.token);
    await expectNews(['learner', 'paying'], () => startPayment(product.url, paying, id));
    await product.db.query('UPDATE requests SET reserved_until = now() WHERE id = $1', [id]);
    const body = { ...requestBody(), motivation: 'Another reason.' };
    await expectNews(['learner', 'meeting', 'paying'], () =>
      callApi(product.url, editRequest, { params, body }, learner.token),
    );
    await expectNews(['learner', 'meeting', 'paying'], () =>
      callApi(product.url, withdrawRequest, { params }, learner.token),
    );
    await expectNews(['learner'], () => save(product.url, learner));
    const pledge = { amount: 5, currency: 'USD' as const, targetGroup: 'Girls in Kano', note: '' };
    await expectNews(['meeting'], () => callApi(product.url, createPledge, { body: pledge }, meeting.token));
    for (const follower of Object.values(followers)) follower.leave();
  });

  it('ends with the session, and only with that one', async () => {
    const learner = await join(product.url, 'learner');
    const elsewhere = await again(learner);
    const third = await again(learner);
    const followers = await Promise.all([learner, elsewhere, third].map((person) => follow(person)));
    await callApi(product.url, signOut, {}, learner.token);
    await followers[0]?.ended;
    const { body } = await callApi(product.url, listSessions, {}, elsewhere.token);
    const other = body.data.find(({ isCurrent }) => !isCurrent);
    await callApi(product.url, endSession, { params: { id: other?._id ?? '' } }, elsewhere.token);
    await followers[2]?.ended;
    await vi.waitFor(() => expect(followers[1]?.events.length).toBeGreaterThan(0), patienceMs);
    expect((await follow(learner)).status).toBe(401);
    followers[1]?.leave();
  });

  it('allows six concurrent connections of one user', async () => {
    const learner = await join(product.url, 'learner');
    const followers = await Promise.all(Array.from({ length: 6 }, () => follow(learner)));
    expect(followers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const refused = await follow(learner);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    followers[0]?.leave();
    await vi.waitFor(async () => {
      const next = await follow(learner);
      next.leave();
      expect(next.status).toBe(200);
    }, patienceMs);
    for (const follower of followers) follower.leave();
  });

  it('uses one database connection for any number of followers', async () => {
    const people = await Promise.all([1, 2, 3].map(() => join(product.url, 'learner')));
    const followers = await Promise.all(people.map((person) => follow(person)));
    const [{ n }] = await product.db.query(
      `SELECT count(*)::int AS n FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'courselift-listen-%people%'`,
    );
    expect(n).toBe(1);
    for (const follower of followers) follower.leave();
  });

  it('does not delay the shutdown of the process', async () => {
    const other = await startTestProduct();
    const learner = await join(other.url, 'learner');
    const response = await fetch(`${other.url}/api/dashboard/changes`, {
      headers: { authorization: `Bearer ${learner.token}` },
    });
    // A connection that is still open after 8 s is closed by force, and reading its body fails then.
    const [body] = await Promise.all([response.text(), other.close()]);
    expect(body).toEqual(expect.any(String));
  });
});
