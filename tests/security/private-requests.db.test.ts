import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint, FileRule } from '#contracts/endpoint.ts';
import { routes } from '#services/routes.ts';
import { confirmEmail } from '#tests/security/support/accounts.ts';
import { pdf } from '#tests/support/money/certificates.ts';
import {
  amountFor,
  fileRequest,
  join,
  mailsTo,
  requestBody,
  type SignedIn,
} from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

/** One for every field of a request and of its learner; each is found nowhere else. */
const canaries = {
  title: 'Canarytitle',
  platform: 'Canaryplatform',
  link: 'canary-link.example',
  motivation: 'Canarymotivation',
  socials: 'canary-socials.example',
  login: 'canary-login@platform.example',
  password: 'canary-platform-password',
  guest: 'canary-guest@people.example',
  learner: 'Canarylearner',
  email: 'canary-learner@people.example',
};

const strangers = [
  'visitor',
  'another learner',
  'an uninvited sponsor',
  'an invited sponsor, unconfirmed',
] as const;
type Stranger = (typeof strangers)[number];

let product: TestProduct;
let requestId: string;
let invitationId: string;
let learnerId: string;
let invited: SignedIn;
const tokens: Partial<Record<Stranger, string>> = {};
const addresses: string[] = [];

beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  const { url } = product;
  const learner = await join(url, 'learner', { fullName: `Ada ${canaries.learner}`, email: canaries.email });
  await confirmEmail(product, learner);
  invited = await join(url, 'sponsor', { email: canaries.guest });
  await confirmEmail(product, invited);
  const unconfirmed = await join(url, 'sponsor', { isVerified: false });
  const other = await join(url, 'learner');
  const sponsor = await join(url, 'sponsor');
  await confirmEmail(product, sponsor);
  tokens['another learner'] = other.token;
  tokens['an uninvited sponsor'] = sponsor.token;
  tokens['an invited sponsor, unconfirmed'] = unconfirmed.token;
  addresses.push(other.email, sponsor.email);
  // Something to be seen, so that empty lists prove nothing.
  await fileRequest(url, other);
  requestId = await fileRequest(url, learner, {
    course: { ...requestBody().course, courseTitle: canaries.title, platform: canaries.platform },
    link: `https://${canaries.link}/`,
    motivation: canaries.motivation,
    socials: `https://${canaries.socials}/`,
    account: { email: canaries.login, password: canaries.password },
    isPublic: false,
    isPrivate: true,
    recipientEmails: [canaries.guest, unconfirmed.email],
  });
  const [row] = await product.db.query(
    'SELECT i.id, r.learner_id FROM request_recipients i JOIN requests r ON r.id = i.request_id WHERE r.id = $1',
    [requestId],
  );
  [invitationId, learnerId] = [row.id, row.learner_id];
});
afterAll(() => product?.close());

interface Answer {
  status: number;
  text: string;
}

async function send(
  contract: Pick<Endpoint, 'method' | 'file'>,
  path: string,
  token?: string,
  json?: object,
): Promise<Answer> {
  const answer = await fetch(`${product.url}/api${path}`, {
    method: contract.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(json && { body: JSON.stringify(json) }),
    ...(contract.file && { body: formWith(contract.file) }),
  });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
  if (isStream) await answer.body?.cancel();
  const text = isStream ? '' : await answer.text();
  return { status: answer.status, text: `${JSON.stringify([...answer.headers])} ${text}` };
}

function formWith({ field }: FileRule): FormData {
  const form = new FormData();
  form.set(field, new Blob([new Uint8Array(pdf())], { type: 'application/pdf' }), 'file.pdf');
  return form;
}

const canariesIn = (text: string) =>
  Object.values(canaries).filter((canary) => text.toLowerCase().includes(canary.toLowerCase()));

/** Every call whose address names something: its request, its invitation, or its learner. */
const withIds = routes
  .map(({ contract }) => contract)
  .filter(({ path }) => path.includes(':id'))
  .filter(({ path }) => path.startsWith('/course/') || path.startsWith('/user/:id'));

/** Every read without an address of its own. */
const reads = routes
  .map(({ contract }) => contract)
  .filter(({ method, path }) => method === 'GET' && !path.includes(':'));

const queries = [
  '',
  `?search=${canaries.title}`,
  `?search=${canaries.motivation}`,
  '?limit=50&page=1',
  '?limit=1&page=2',
];

const bodies: Record<string, () => object> = {
  'PUT /course/request/:id': () => requestBody(),
  'POST /course/initiate/pay': () => ({ requestID: requestId, amount: amountFor(), currency: 'NGN' }),
  'POST /course/meet/notify': () => ({ requestId }),
  'POST /course/request/:id/thank-you': () => ({ stage: 'paid', text: 'Thank you' }),
};

describe.each(strangers)('%s', (stranger) => {
  // ASVS 8.2.2
  it('gets nothing from a call that names the request, its invitation or its learner', async () => {
    for (const contract of withIds) {
      const path = contract.path
        .replace(':invitationId', invitationId)
        .replace(':id', contract.path.startsWith('/user/') ? learnerId : requestId);
      const body = bodies[`${contract.method} ${contract.path}`]?.() ?? (contract.body && {});
      const query = contract.path.endsWith('/picture') ? '?v=guessed' : '';
      const answer = await send(contract, `${path}${query}`, tokens[stranger], body);
      const about = `${contract.method} ${contract.path}`;
      expect([about, answer.status, canariesIn(answer.text)]).toEqual([
        about,
        expect.toSatisfy((status: number) => [401, 403, 404, 415, 422].includes(status)),
        [],
      ]);
    }
  });

  it('finds none of its fields in any list, search or count', async () => {
    const asked: string[] = [];
    for (const contract of reads) {
      for (const query of queries) {
        // The search text comes back in no answer but that of a search that found nothing.
        const { text } = await send(contract, `${contract.path}${query}`, tokens[stranger]);
        asked.push(text);
        const leaks = canariesIn(text).filter((canary) => !query.includes(canary));
        expect([contract.path, query, leaks]).toEqual([contract.path, query, []]);
        expect([contract.path, text.includes(requestId)]).toEqual([contract.path, false]);
      }
    }
    expect(asked.length).toBeGreaterThan(30);
  });
});

describe('a sponsor who is not invited', () => {
  const sponsor = () => tokens['an uninvited sponsor'];

  it.each([
    ['POST', '/course/initiate/pay', (): object | undefined => bodies['POST /course/initiate/pay']?.()],
    ['POST', '/course/meet/notify', () => ({ requestId })],
    ['POST', '/course/meet/:id', () => ({})],
    ['GET', '/course/requests/:id', (): object | undefined => undefined],
  ] as const)('gets 404 from %s %s', async (method, path, body) => {
    const answer = await send({ method }, path.replace(':id', requestId), sponsor(), body());
    expect([answer.status, canariesIn(answer.text)]).toEqual([404, []]);
  });

  it('sees no difference in counts', async () => {
    const count = async (token: string | undefined): Promise<number> => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${product.url}/api/course/requests`, { headers });
      return ((await answer.json()) as { totalRequests: number }).totalRequests;
    };
    expect([await count(sponsor()), await count(invited.token)]).toEqual([1, 2]);
  });
});

// ASVS 8.2.2
it('another learner gets 404 from every call of its owner', async () => {
  const own = withIds.filter(
    ({ path, auth }) =>
      path.startsWith('/course/request/') && (auth as readonly string[]).includes('learner'),
  );
  expect(own.length).toBeGreaterThanOrEqual(6);
  for (const contract of own) {
    const path = contract.path.replace(':invitationId', invitationId).replace(':id', requestId);
    const body = bodies[`${contract.method} ${contract.path}`]?.();
    const { status } = await send(contract, path, tokens['another learner'], body);
    expect([contract.path, status]).toEqual([contract.path, 404]);
  }
});

it('no mail to a stranger holds anything of it', async () => {
  for (const address of addresses) {
    const mails = await mailsTo(product.sandbox.httpUrl, address);
    expect(mails.length).toBeGreaterThan(0);
    expect(canariesIn(JSON.stringify(mails))).toEqual([]);
  }
});

it('an invited sponsor finds it, which proves that the search works', async () => {
  const list = await send({ method: 'GET' }, `/course/requests?search=${canaries.title}`, invited.token);
  expect(canariesIn(list.text)).toEqual(
    expect.arrayContaining([canaries.title, canaries.platform, canaries.link, canaries.motivation]),
  );
  expect(canariesIn(list.text)).not.toContain(canaries.login);
});
