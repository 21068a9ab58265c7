import { afterAll, beforeAll, expect, it } from 'vitest';
import * as desk from '#contracts/desk/desk.ts';
import { editRequest } from '#contracts/requests/requests.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { confirmEmail } from '#tests/security/support/accounts.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import {
  fileRequest,
  join,
  mailsTo,
  type ReceivedMail,
  requestBody,
  type SignedIn,
} from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { done, prepareJobs, type TestJobs } from '#tests/support/product/test-jobs.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let jobs: TestJobs;
let operator: TestOperator;
let learner: SignedIn;
beforeAll(async () => {
  product = await startTestProduct();
  jobs = prepareJobs(product);
  operator = await joinDesk(product);
  learner = await join(product.url, 'learner', { fullName: 'Ada Ngozi Obi' });
  await confirmEmail(product, learner);
});
afterAll(async () => {
  jobs?.close();
  await product?.close();
});

const course = { ...requestBody().course, courseTitle: 'Weaving & <b>dyeing</b>', platform: 'Loom School' };
const motivation = `Cloth for my village. ${'Practising weaving-every-single-day. '.repeat(8)}The end of it.`;
const link = 'https://loom.example/weaving';
let guests = 0;

/** Files a private request for one address. */
async function invite(overrides: object = {}, address = `guest-${++guests}@people.example`) {
  const audience = { isPrivate: true, isPublic: false, recipientEmails: [address] };
  const body = { ...audience, course, motivation, link, ...overrides };
  const id = await fileRequest(product.url, learner, body);
  const edit = (changes: object) =>
    callApi(
      product.url,
      editRequest,
      { params: { id }, body: requestBody({ ...body, ...changes }) },
      learner.token,
    );
  return { id, address, edit };
}

/** Delivers the invitation, once more if it was sent before, and returns its mail. */
async function deliver({ id, address }: { id: string; address: string }): Promise<ReceivedMail> {
  const [recipient] = await jobs.query('SELECT id FROM request_recipients WHERE request_id = $1', id);
  const before = await mailsTo(product.sandbox.httpUrl, address);
  const payload = { mail: 'invitation', id: recipient?.id ?? '', revision: before.length } as const;
  expect((await jobs.deliver(deliverMail, payload)).result).toEqual(done);
  const known = new Set(before.map(({ messageId }) => messageId));
  const after = await mailsTo(product.sandbox.httpUrl, address);
  expect(after).toHaveLength(before.length + 1);
  return after.find(({ messageId }) => !known.has(messageId)) as ReceivedMail;
}

const casesOf = (id: string) =>
  jobs.query<{ id: string; status: string; outcome: string | null }>(
    `SELECT id, status, outcome FROM cases WHERE kind = 'request_review' AND subject_id = $1 ORDER BY created_at`,
    id,
  );
const claim = (id: string) => callDesk(product.url, desk.claimCase, { params: { id } }, operator.cookie);
const act = (id: string, action: string) =>
  callDesk(
    product.url,
    desk.runCaseAction,
    { params: { id }, body: { action, values: {} } },
    operator.cookie,
  );

async function decide(requestId: string, action: string): Promise<void> {
  const id = (await casesOf(requestId)).at(-1)?.id ?? '';
  await claim(id);
  expect((await act(id, action)).status).toBe(200);
}

const hasTypedText = ({ subject, text, html }: ReceivedMail) =>
  /Weaving|Loom|Cloth|village/.test(`${subject} ${text} ${html}`);

it('an invitation shows what was typed once an operator has read it, and goes out before', async () => {
  const request = await invite();
  const first = await deliver(request);
  expect(hasTypedText(first)).toBe(false);
  expect(await casesOf(request.id)).toMatchObject([{ status: 'open' }]);
  expect(hasTypedText(await deliver(request))).toBe(false);
  expect(await casesOf(request.id)).toHaveLength(1);

  const [review] = await casesOf(request.id);
  const shown = await callDesk(
    product.url,
    desk.getCase,
    { params: { id: review?.id ?? '' } },
    operator.cookie,
  );
  expect(shown.body.data.actions.map(({ label }) => label)).toEqual([
    'Read: may be shown in invitations',
    'Do not show',
    'Reject the request',
  ]);
  await decide(request.id, 'show-in-invitations');
  expect(await casesOf(request.id)).toMatchObject([{ status: 'closed', outcome: 'shown' }]);

  const { subject, text, html } = await deliver(request);
  expect(subject).toBe('Ada O. asks for your help with a course');
  const plain = text.replace(/\s+/g, ' ');
  for (const part of ['Weaving & <b>dyeing</b>', 'Loom School', '₦20,000', 'Cloth for my village.'])
    expect(plain).toContain(part);
  expect(plain).toContain('You do not need to pay');
  expect(html).toContain('Weaving &amp; &lt;b&gt;dyeing&lt;/b&gt;');
  for (const part of ['The end of it', 'Ngozi', 'Obi', 'loom.example', learner.email])
    expect(`${subject} ${text} ${html}`).not.toContain(part);
  const [quoted = ''] = /Cloth for my village\..*?…/.exec(plain) ?? [];
  expect(quoted.length).toBeGreaterThan(230);
  expect(quoted.length).toBeLessThanOrEqual(240);
  expect(await casesOf(request.id)).toHaveLength(1);
});

it('of a learner under 18 it shows the first name alone', async () => {
  const request = await invite();
  const set = (change: string) =>
    product.db.query(`UPDATE users SET ${change} WHERE email = $1`, [learner.email]);
  await set(`is_minor = true, guardian_email = 'guardian@people.example'`);
  try {
    const mail = await deliver(request);
    expect(mail.subject).toBe('Ada asks for your help with a course');
    expect(`${mail.text} ${mail.html}`).not.toMatch(/Ada (O|N)/);
  } finally {
    await set('is_minor = false, guardian_email = NULL');
  }
});

it('a text that is not to be shown is not asked about again, until it is changed', async () => {
  const request = await invite();
  await deliver(request);
  await decide(request.id, 'hide-in-invitations');
  expect(hasTypedText(await deliver(request))).toBe(false);
  expect(await casesOf(request.id)).toMatchObject([{ status: 'closed', outcome: 'not_shown' }]);
  expect((await request.edit({ motivation: 'Cloth, for all of us.' })).status).toBe(200);
  expect(await casesOf(request.id)).toMatchObject([{ status: 'closed' }, { status: 'open' }]);
  await decide(request.id, 'show-in-invitations');
  expect((await deliver(request)).text).toContain('Cloth, for all of us.');
});

it('a changed text has to be read again, and takes the case from the operator who read the one before', async () => {
  const request = await invite();
  await deliver(request);
  const [review] = await casesOf(request.id);
  await claim(review?.id ?? '');
  await request.edit({ course: { ...course, courseTitle: 'Weaving for money' } });
  const refused = await act(review?.id ?? '', 'show-in-invitations');
  expect([refused.status, refused.body.message]).toEqual([409, 'Claim this case before you act on it.']);
  await decide(request.id, 'show-in-invitations');
  await request.edit({ course: { ...course, courseTitle: 'Weaving for money', price: 300 } });
  expect(await casesOf(request.id)).toHaveLength(1);
  await product.db.query(`UPDATE requests SET motivation = 'Cloth of another release.' WHERE id = $1`, [
    request.id,
  ]);
  expect(hasTypedText(await deliver(request))).toBe(false);
  expect(await casesOf(request.id)).toMatchObject([{ status: 'closed' }, { status: 'open' }]);
});

it.each([
  ['a link', { motivation: 'Cloth: see https://evil.example/pay' }],
  ['a host name', { course: { ...course, courseTitle: 'Weaving at evil.com' } }],
  ['a number', { course: { ...course, platform: 'Loom +234 801 234 5678' } }],
  ['a handle', { motivation: `${motivation} Write to @loom` }],
])('a text with %s is neither shown nor asked about', async (_, overrides) => {
  const request = await invite(overrides);
  expect(hasTypedText(await deliver(request))).toBe(false);
  expect(await casesOf(request.id)).toEqual([]);
});

it('contact data that an operator has overlooked is not shown', async () => {
  const request = await invite();
  await deliver(request);
  await request.edit({ motivation: 'Cloth: write to @loom' });
  await decide(request.id, 'show-in-invitations');
  expect(hasTypedText(await deliver(request))).toBe(false);
});

it('nothing is asked about an invitation to a confirmed address, which shows all', async () => {
  const sponsor = await join(product.url, 'sponsor');
  const request = await invite({}, sponsor.email);
  const { subject, text } = await deliver(request);
  expect(subject).toContain('Ada Ngozi Obi');
  expect(text).toContain('The end of it');
  expect(await casesOf(request.id)).toEqual([]);
});
