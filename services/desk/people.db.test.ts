import { afterAll, beforeAll, expect, it } from 'vitest';
import { getProfile } from '#contracts/accounts/profile.ts';
import * as people from '#contracts/desk/desk-people.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { fileRequest, join, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let ada: TestOperator;
let learner: SignedIn;
beforeAll(async () => {
  product = await startTestProduct();
  ada = await joinDesk(product, 'operator', 'Ada');
  learner = await join(product.url, 'learner', { fullName: 'Lee 100% Learner' });
  await join(product.url, 'sponsor', { fullName: 'Sam Sponsor' });
  await fileRequest(product.url, learner);
});
afterAll(() => product?.close());

const search = async (text: string) =>
  (await callDesk(product.url, people.searchPeople, { query: { search: text } }, ada.cookie)).body.data
    .people;
const idOf = async (text: string) => (await search(text))[0]?.id ?? '';

// ASVS 1.2.4
it('finds people by parts of name and address, as typed, and no operators', async () => {
  const namesFor = async (text: string) => (await search(text)).map(({ name }) => name);
  expect(await namesFor('SPONSOR')).toEqual(['Sam Sponsor']);
  expect(await namesFor(learner.email.slice(0, 12))).toEqual(['Lee 100% Learner']);
  expect(await namesFor('100% l')).toEqual(['Lee 100% Learner']);
  expect(await namesFor('_')).toEqual([]);
  expect(await namesFor('Ada')).toEqual([]);
  expect(await search('')).toHaveLength(2);
});

it('returns the history of one person only', async () => {
  const get = (id: string) => callDesk(product.url, people.getPerson, { params: { id } }, ada.cookie);
  const { body } = await get(await idOf('Learner'));
  expect(body.data).toMatchObject({ name: 'Lee 100% Learner', sessions: 1, role: 'learner', cases: [] });
  expect(body.data.story.map(({ what }) => what).toSorted()).toEqual([
    'filed a request',
    'signed in',
    'signed up',
  ]);
  expect(body.data.story[0]?.detail).toBe('Machine Learning · Open · ₦20,000');
  expect(JSON.stringify(body)).not.toMatch(/platform-secret|passwordHash|argon2/);
  expect((await get(ada.id)).status).toBe(404);
});

// ASVS 7.4.5
it('ends every session of a person with a reason, which is part of the story then', async () => {
  const id = await idOf('Learner');
  const end = (reason: string) =>
    callDesk(product.url, people.endPersonSessions, { params: { id }, body: { reason } }, ada.cookie);
  expect((await end('')).status).toBe(422);
  expect((await end('Stolen phone')).body.message).toBe('One session is ended.');
  expect((await callApi(product.url, getProfile, {}, learner.token)).status).toBe(401);
  const { body } = await callDesk(product.url, people.getPerson, { params: { id } }, ada.cookie);
  expect(body.data.story[0]).toMatchObject({ what: 'Sessions of a person ended', detail: 'Stolen phone' });
});
