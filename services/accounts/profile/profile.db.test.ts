import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getPicture, onboard } from '#contracts/accounts/accounts.ts';
import { learnersCountry } from '#contracts/accounts/countries.ts';
import { getProfile, reportTimeZone } from '#contracts/accounts/profile.ts';
import {
  changePicture,
  changeProfile,
  endAllSessions,
  endSession,
  listSessions,
} from '#contracts/accounts/profile-changes.ts';
import { signIn } from '#contracts/accounts/sign-in.ts';
import { join, picture, type SignedIn, signUpBody } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { describeDevice } from '../sessions/devices.ts';

let product: TestProduct;
let learner: SignedIn;
beforeAll(async () => {
  product = await startTestProduct();
  learner = await join(product.url, 'learner');
});
afterAll(() => product.close());

const enter = async ({ email, password }: SignedIn): Promise<SignedIn> => {
  const { body } = await callApi(product.url, signIn, { body: { email, password } });
  return { ...learner, token: body.data.token };
};

describe('the caller’s profile', () => {
  it('can be read and changed, except role and address', async () => {
    const changes = {
      fullName: 'Ada Ọbi',
      phoneNumber: '+233 20 123 4567',
      country: 'Ghana',
      gender: 'female',
    } as const;
    const body = { ...changes, role: 'operator', email: 'other@people.example' };
    const changed = await callApi(product.url, changeProfile, { body }, learner.token);
    expect(changed.status).toBe(200);
    const { body: read } = await callApi(product.url, getProfile, {}, learner.token);
    expect(read.data).toMatchObject({ ...changes, role: 'learner', email: learner.email, hasPassword: true });
    expect(JSON.stringify(read)).not.toContain('argon2');
  });

  it('responds with an error per invalid field', async () => {
    const body = { fullName: ' ', phoneNumber: 'x', country: 'Atlantis', gender: 'nb' } as never;
    const response = await callApi(product.url, changeProfile, { body }, learner.token);
    expect([response.status, Object.keys(response.body.errors ?? {})]).toEqual([
      422,
      ['fullName', 'phoneNumber', 'country'],
    ]);
  });

  it('gets a country outside of Africa only when it is a sponsor’s', async () => {
    const sponsor = await join(product.url, 'sponsor');
    const body = { fullName: 'Ada Obi', phoneNumber: '020 7946 0958', country: 'GB', gender: 'nb' } as const;
    const refused = await callApi(product.url, changeProfile, { body }, learner.token);
    expect([refused.status, refused.body.errors]).toEqual([422, { country: learnersCountry }]);
    const { data } = (await callApi(product.url, changeProfile, { body }, sponsor.token)).body;
    expect(data).toMatchObject({ country: 'GB', phoneNumber: '+44 20 7946 0958' });
  });

  it('stores the time zone of the last visit, and no text that names none', async () => {
    const report = (timeZone: string) =>
      callApi(product.url, reportTimeZone, { body: { timeZone } }, learner.token);
    const stored = async () =>
      (await product.db.query('SELECT time_zone AS zone FROM users WHERE email = $1', [learner.email]))[0]
        .zone;
    for (const zone of ['Africa/Lagos', 'Europe/Berlin']) {
      expect((await report(zone)).status).toBe(200);
      expect(await stored()).toBe(zone);
    }
    for (const zone of ['Atlantis/Capital', '+01:00', '', 'x'.repeat(65)])
      expect([zone, (await report(zone)).status]).toEqual([zone, 422]);
    expect(await stored()).toBe('Europe/Berlin');
  });

  // ASVS 1.3.3
  it.each(['Pay at evil.example', '=?utf-8?B?ZXZpbA==?='])('does not get the name %s', async (fullName) => {
    const body = { fullName, phoneNumber: '+234 801 234 5678', country: 'Nigeria', gender: 'nb' } as const;
    const response = await callApi(product.url, changeProfile, { body }, learner.token);
    expect([response.status, response.body.errors]).toEqual([422, { fullName: expect.any(String) }]);
  });

  it('gets a new picture with a new URL; the old URL stops working', async () => {
    const before = (await callApi(product.url, getProfile, {}, learner.token)).body.data;
    const changed = await callApi(product.url, changePicture, { file: await picture() }, learner.token);
    expect(changed.status).toBe(200);
    const statusOf = async (url = '') => {
      const [, id = '', v = ''] = /user\/(.+)\/picture\?v=(.+)$/.exec(url) ?? [];
      return (await callApi(product.url, getPicture, { params: { id }, query: { v } })).status;
    };
    expect(await statusOf(before.profilePicture?.url)).toBe(404);
    expect(await statusOf(changed.body.data.profilePicture?.url)).toBe(200);
  });
});

describe('sessions', () => {
  it('are listed, and ended one by one or all at once', async () => {
    const [second, third] = [await enter(learner), await enter(learner)];
    const { data } = (await callApi(product.url, listSessions, {}, learner.token)).body;
    expect(data.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const seenBySecond = (await callApi(product.url, listSessions, {}, second.token)).body.data;
    const id = seenBySecond.find(({ isCurrent }) => isCurrent)?._id ?? '';
    expect((await callApi(product.url, endSession, { params: { id } }, learner.token)).status).toBe(200);
    expect((await callApi(product.url, getProfile, {}, second.token)).status).toBe(401);
    expect((await callApi(product.url, endSession, { params: { id } }, learner.token)).status).toBe(404);
    expect((await callApi(product.url, endAllSessions, {}, third.token)).status).toBe(200);
    for (const { token } of [learner, third]) {
      expect((await callApi(product.url, getProfile, {}, token)).status).toBe(401);
    }
  });

  // ASVS 8.2.2
  it('of another person cannot be ended', async () => {
    const [owner, other] = [await join(product.url, 'sponsor'), await join(product.url, 'sponsor')];
    const [session] = (await callApi(product.url, listSessions, {}, owner.token)).body.data;
    const params = { id: session?._id ?? '' };
    expect((await callApi(product.url, endSession, { params }, other.token)).status).toBe(404);
    expect((await callApi(product.url, getProfile, {}, owner.token)).status).toBe(200);
  });

  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox on Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1',
      'Safari on iOS',
    ],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/156.0 Safari/537.36 Edg/156.0', 'Edge on Windows'],
    ['curl/8.5.0', 'An unknown device'],
    [null, 'An unknown device'],
  ])('describe the user agent %s as %s', (userAgent, device) => {
    expect(describeDevice(userAgent)).toBe(device);
  });
});

// ASVS 6.2.4, 6.2.11
it.each([
  ['a common password', 'password123', /most common/],
  ['the product’s name', 'CourseLift2026!', /what everybody would try here/],
  ['the own address', 'me@people.example', /not a secret/],
])('rejects a sign-up with %s and gives the reason', async (_, password, reason) => {
  const body = signUpBody('learner', { email: 'me@people.example', password });
  const response = await callApi(product.url, onboard, { body, file: await picture() });
  expect([response.status, response.body.errors?.password]).toEqual([422, expect.stringMatching(reason)]);
});
