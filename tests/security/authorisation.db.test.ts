import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#services/routes.ts';
import { expectIndexed } from '#tests/support/database/plans/expect-indexed.ts';
import { recordQueries } from '#tests/support/database/plans/record-queries.ts';
import { casesToRun } from '#tests/support/vitest/extent.ts';
import { besideOf, matrix, type Sending, type Situation, statusFor } from './support/matrix.ts';
import { deskActsMatrix } from './support/matrix-desk-acts.ts';
import { buildWorld, type Caller, callers, canaries, headersOf, type World } from './support/world.ts';

const recording = recordQueries();
let world: World;
/** Values that identify the anonymous sponsor beyond the canaries. */
let sponsorIds: Record<string, string>;
beforeAll(async () => {
  world = await buildWorld();
  const [row] = await world.product.db.query(
    'SELECT p.user_id, p.address_key FROM profile_pictures p JOIN users u ON u.id = p.user_id WHERE u.email = $1',
    [world.people.SP.email],
  );
  sponsorIds = { id: row.user_id, picture: row.address_key };
});
afterAll(async () => {
  recording.stop();
  await world?.product.close();
});

/** Every response: its call, the caller, what was sent, and the text. */
const responses: { call: string; caller: Caller; sent: string; text: string }[] = [];

/**
 * The input of a situation. A denied call changes nothing, so its situation is set up once for all callers that are
 * denied; where the call is allowed, or depends on the caller, each caller gets a situation of its own.
 */
const shared = new Map<Situation, Promise<Sending>>();
async function sendingOf(situation: Situation, caller: Caller): Promise<Sending> {
  const isDenied = (statusFor(situation, caller) ?? 0) >= 400;
  if (!isDenied || situation.send.length > 1) return situation.send(world, caller);
  const sending = shared.get(situation) ?? Promise.resolve(situation.send(world, caller));
  shared.set(situation, sending);
  return sending;
}

/** Callers to whom the expectations of another one apply are a sample. */
function callersOf(call: string, situation: Situation): Caller[] {
  const named = callers.filter((caller) => situation.expected[caller] !== undefined);
  const others = callers.filter((caller) => !named.includes(caller));
  return [...named, ...casesToRun(others, (caller) => `${call} ${situation.about} ${caller}`, 0.2)];
}

// First, because a call of the product ends the sessions that these need.
const cases = Object.entries({ ...deskActsMatrix, ...matrix }).flatMap(([call, situations]) =>
  situations.flatMap((situation) =>
    callersOf(call, situation).flatMap((caller) => {
      const status = statusFor(situation, caller);
      return status === undefined ? [] : [{ call, about: situation.about, caller, status, situation }];
    }),
  ),
);

describe('who may do what', () => {
  // ASVS 8.2.1, 13.4.5
  it('is decided for every call that exists, and for no other', () => {
    const calls = routes.map(({ contract }) => `${contract.method} ${contract.path}`);
    expect(Object.keys(matrix).sort()).toEqual(calls.sort());
    for (const [call, situations] of Object.entries(matrix)) {
      const asked = callers.filter((caller) =>
        situations.some((situation) => statusFor(situation, caller) !== undefined),
      );
      expect([call, callers.filter((caller) => !asked.includes(caller))]).toEqual([call, []]);
    }
  });

  // ASVS 8.2.1, 8.2.2, 8.3.1
  it.each(cases)('$call with $about: $caller gets $status', async ({ call, caller, status, situation }) => {
    const { path, json, form, raw, headers, token } = await sendingOf(situation, caller);
    const body = form ?? raw ?? (json === undefined ? null : JSON.stringify(json));
    const answer = await fetch(`${world.product.url}/api${path}`, {
      method: call.split(' ')[0] ?? '',
      redirect: 'manual',
      headers: {
        ...headers,
        ...(token ? { authorization: `Bearer ${token}` } : headersOf(world, caller)),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      body,
    });
    const text = await textOf(answer);
    responses.push({
      call,
      caller,
      sent: `${path} ${typeof body === 'string' ? body : ''}`,
      text: `${JSON.stringify([...answer.headers])} ${text}`,
    });
    expect([answer.status, text.slice(0, 300)]).toEqual([status, expect.anything()]);
    if (status >= 400)
      expect(Object.keys(JSON.parse(text)).filter((key) => key !== 'errors')).toEqual(['message']);
  });
});

/** The body of a response; of a stream of events, which has no end, its first piece. */
async function textOf(answer: Response): Promise<string> {
  if (answer.headers.get('content-type') !== 'text/event-stream; charset=utf-8') return answer.text();
  const reader = answer.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return new TextDecoder().decode(value);
}

/** By call and caller, where a canary may be read, and is. */
const allowed: Record<keyof typeof canaries, string[]> = {
  'learner’s e-mail': [
    'GET /user/me LO',
    'PUT /user/me LO',
    'PUT /user/me/picture LO',
    'GET /dashboard LO',
    'GET /ops/cases/:id/requests OP',
    'POST /course/meet/:id S',
    'POST /course/meet/:id SP',
    'PUT /course/meet/:id SP',
    'POST /course/meet/:id/accept SP',
    'GET /course/sponsorship/:id SP',
  ],
  'learner’s last name': [
    'GET /user/me LO',
    'PUT /user/me LO',
    'PUT /user/me/picture LO',
    'GET /ops/cases/:id/requests OP',
    'GET /course/requests S',
    'GET /course/requests SP',
    'GET /course/requests/:id S',
    'GET /course/requests/:id SP',
    'GET /dashboard LO',
    'GET /dashboard SP',
    'POST /course/meet/:id S',
    'POST /course/meet/:id SP',
    'PUT /course/meet/:id SP',
    'POST /course/meet/:id/accept SP',
    'GET /course/sponsorship/:id SP',
  ],
  'learner’s phone': ['GET /user/me LO', 'PUT /user/me LO', 'PUT /user/me/picture LO'],
  'learner’s country': [
    'GET /user/me LO',
    'PUT /user/me LO',
    'PUT /user/me/picture LO',
    'GET /ops/cases/:id/requests OP',
    'GET /course/requests S',
    'GET /course/requests SP',
    'GET /course/requests/:id S',
    'GET /course/requests/:id SP',
    'GET /dashboard SP',
  ],
  'login address on the platform': ['GET /course/request/:id LO', 'GET /dashboard LO'],
  'password on the platform': [],
  'address of a recipient': [
    'GET /course/request/:id LO',
    'GET /course/request/:id/invitations LO',
    'GET /dashboard LO',
  ],
  'anonymous sponsor’s name': [
    // An invitation names the sponsor who arranged the meeting; the link needs no session.
    'POST /meeting/:id/reply LO',
    ...callers
      .filter((caller) => besideOf(caller) === caller)
      .map((caller) => `POST /meeting/link ${caller}`),
    'GET /dashboard SP',
    'GET /user/me SP',
    'PUT /user/me SP',
    'PUT /user/me/picture SP',
  ],
  'anonymous sponsor’s e-mail': [
    'GET /dashboard SP',
    'GET /user/me SP',
    'PUT /user/me SP',
    'PUT /user/me/picture SP',
  ],
  'anonymous sponsor’s phone': ['GET /user/me SP', 'PUT /user/me SP', 'PUT /user/me/picture SP'],
  'password of an account': [],
  'hash of a password': [],
};

describe('data that unauthorized callers must not read', () => {
  // ASVS 8.2.3, 15.3.1
  it.each(Object.entries(canaries))('%s', (name, canary) => {
    expect(responses.length).toBe(cases.length);
    const places = responses
      .filter(({ text }) => text.includes(canary))
      .map(({ call, caller }) => `${call} ${call.includes(' /ops/') ? caller : besideOf(caller)}`);
    expect([...new Set(places)].sort()).toEqual([...allowed[name as keyof typeof canaries]].sort());
  });

  // ASVS 8.2.3
  it.each(['id', 'picture'])('the anonymous sponsor’s %s', (name) => {
    const value = sponsorIds[name] as string;
    const places = responses
      .filter(({ caller }) => caller !== 'SP')
      // A meeting reveals the sponsor, so the sponsorship is not anonymous.
      .filter(({ call }) => !call.includes('/course/meet') && !call.includes(' /meeting/'))
      // Some calls send the value themselves.
      .filter(({ sent, text }) => text.includes(value) && !sent.includes(value))
      .map(({ call, caller }) => `${call} ${caller}`);
    expect([...new Set(places)]).toEqual([]);
    const own = responses.find(({ call, caller }) => call === 'GET /dashboard' && caller === 'SP');
    expect(own?.text).toContain(value);
  });

  it('is still in the database, so that looking for it means something', async () => {
    const [row] = await world.product.db.query(
      `SELECT (SELECT string_agg(u::text, '') FROM users u) || (SELECT string_agg(r::text, '') FROM requests r)
        || (SELECT string_agg(t::text, '') FROM request_recipients t) AS text`,
    );
    const hidden = ['password on the platform', 'password of an account'];
    for (const [name, canary] of Object.entries(canaries))
      expect([name, row.text.includes(canary)]).toEqual([name, !hidden.includes(name)]);
  });
});

// Here, because this file makes every call of the API with every outcome.
it('no call reads a large table from beginning to end', async () => {
  await expectIndexed(recording.queries, 200);
});
