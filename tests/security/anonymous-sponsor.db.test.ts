import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ReceivedMail, startPayment } from '#tests/support/people/people.ts';
import { patient } from '#tests/support/soon.ts';
import { idOf } from './support/accounts.ts';
import { buildWorld, type Caller, canaries, headersOf, type World } from './support/world.ts';

let world: World;
/** Values that would give the anonymous sponsor away, by kind. */
let traces: Record<string, string>;
beforeAll(async () => {
  world = await buildWorld();
  const { product, people } = world;
  const id = await idOf(product, people.SP);
  const [picture] = await product.db.query('SELECT address_key FROM profile_pictures WHERE user_id = $1', [
    id,
  ]);
  traces = {
    name: canaries['anonymous sponsor’s name'],
    email: canaries['anonymous sponsor’s e-mail'],
    phone: canaries['anonymous sponsor’s phone'],
    id,
    picture: picture.address_key,
  };
});
afterAll(() => world?.product.close());

// The learner who is helped, another learner, another sponsor, and anybody at all. Every call of the API is covered by the
// authorization matrix.
const others: Caller[] = ['LO', 'L2', 'S', 'A'];

function tracesIn(text: string): string[] {
  return Object.entries(traces).flatMap(([what, trace]) => (text.includes(trace) ? [what] : []));
}

/** Returns the whole response, also of a stream that never ends. */
async function read(answer: Response): Promise<string> {
  const head = JSON.stringify([...answer.headers]);
  if (!answer.headers.get('content-type')?.includes('event-stream')) {
    return `${head} ${Buffer.from(await answer.arrayBuffer()).toString('latin1')} ${head}`;
  }
  await answer.body?.cancel();
  return head;
}

async function ask(path: string, caller: Caller): Promise<string> {
  return read(await fetch(`${world.product.url}/api${path}`, { headers: headersOf(world, caller) }));
}

async function mailbox(): Promise<ReceivedMail[]> {
  const answer = await fetch(`${world.product.sandbox.httpUrl}/mail/messages`);
  return (await answer.json()) as ReceivedMail[];
}

it('has traces that are really there for the sponsor to see', async () => {
  const own = await ask('/user/me', 'SP');
  expect(tracesIn(own)).toEqual(expect.arrayContaining(['name', 'email', 'phone']));
  const dashboard = await ask('/dashboard', 'SP');
  expect(tracesIn(dashboard)).toEqual(expect.arrayContaining(['name', 'id', 'picture']));
});

it('leaves none with the paid and the reserved request themselves', async () => {
  const { paid, product } = world;
  const reserved = await world.newPending();
  const rejected = await startPayment(product.url, world.people.S, reserved.requestId);
  expect(rejected.status).toBe(409);
  const texts = [JSON.stringify(rejected.body)];
  for (const id of [paid.requestId, reserved.requestId])
    for (const caller of others)
      for (const path of [`/course/requests/${id}`, `/course/sponsorship/${id}`, '/dashboard', '/course/get'])
        texts.push(await ask(path, caller));
  expect(tracesIn(texts.join(' '))).toEqual([]);
});

it('leaves none in any mail to anybody else, attachments included', async () => {
  const { LO } = world.people;
  const receipts = await vi.waitFor(async () => {
    const mails = (await mailbox()).filter(
      ({ to, subject }) => to.includes(LO.email) && subject.startsWith('Your course is paid'),
    );
    expect(mails.length).toBeGreaterThan(0);
    return mails;
  }, patient);
  expect(receipts[0]?.text).toContain('A sponsor who wishes to stay anonymous');
  const meetingAbout =
    /^((Changed|Cancelled|Declined|Agreed|Time wanted|New time proposed): m|M)eeting about/;
  const foreign = (await mailbox()).filter(
    ({ to, subject }) => !to.includes(traces.email ?? '') && !meetingAbout.test(subject),
  );
  expect(foreign.length).toBeGreaterThan(5);
  const given = foreign.filter(({ attachments, ...mail }) => {
    const files = attachments.map(({ content }) => Buffer.from(content, 'base64').toString('latin1'));
    return tracesIn(`${JSON.stringify(mail)} ${files.join(' ')}`).length > 0;
  });
  expect(given.map(({ subject, to }) => `${subject} to ${to}`)).toEqual([]);
});
