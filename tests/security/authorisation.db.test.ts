import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#services/routes.ts';
import { matrix } from './support/matrix.ts';
import { buildWorld, type Caller, callers, canaries, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await buildWorld();
}, 60_000);
afterAll(() => world?.product.close());

/** Everything that was answered: by which call, to whom, and the text. */
const answered: { call: string; caller: Caller; text: string }[] = [];

const cases = Object.entries(matrix).flatMap(([call, situations]) =>
  situations.flatMap(({ about, send, expected }) =>
    callers.flatMap((caller) => {
      const status = expected[caller];
      return status === undefined ? [] : [{ call, about, caller, status, send }];
    }),
  ),
);

describe('who may do what', () => {
  it('is decided for every call that exists, and for no other', () => {
    const calls = routes.map(({ contract }) => `${contract.method} ${contract.path}`);
    expect(Object.keys(matrix).sort()).toEqual(calls.sort());
    for (const [call, situations] of Object.entries(matrix)) {
      const asked = situations.flatMap(({ expected }) => Object.keys(expected));
      expect([call, callers.filter((caller) => !asked.includes(caller))]).toEqual([call, []]);
    }
  });

  it.each(cases)('$call with $about: $caller gets $status', async ({ call, caller, status, send }) => {
    const {
      path,
      json,
      form,
      raw,
      headers,
      token = caller === 'A' ? undefined : world.people[caller].token,
    } = await send(world, caller);
    const body = form ?? raw ?? (json === undefined ? null : JSON.stringify(json));
    const answer = await fetch(`${world.product.url}/api${path}`, {
      method: call.split(' ')[0] ?? '',
      redirect: 'manual',
      headers: {
        ...headers,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      body,
    });
    const text = await textOf(answer);
    answered.push({ call, caller, text: `${JSON.stringify([...answer.headers])} ${text}` });
    expect([answer.status, text.slice(0, 300)]).toEqual([status, expect.anything()]);
    if (status >= 400)
      expect(Object.keys(JSON.parse(text)).filter((key) => key !== 'errors')).toEqual(['message']);
  });
});

/** What was answered; of a stream of events, which has no end, its first piece. */
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
    'GET /course/requests OP',
    'GET /course/requests/:id OP',
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
    'GET /course/requests OP',
    'GET /course/requests/:id OP',
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
  'learner’s country': ['GET /user/me LO', 'PUT /user/me LO', 'PUT /user/me/picture LO'],
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
    ...callers.map((caller) => `POST /meeting/link ${caller}`),
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
  it.each(Object.entries(canaries))('%s', (name, canary) => {
    expect(answered.length).toBe(cases.length);
    const places = answered
      .filter(({ text }) => text.includes(canary))
      .map(({ call, caller }) => `${call} ${caller}`);
    expect([...new Set(places)].sort()).toEqual([...allowed[name as keyof typeof canaries]].sort());
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
