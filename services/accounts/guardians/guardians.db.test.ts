import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onboard } from '#contracts/accounts/accounts.ts';
import { changeGuardian, consentVersions, giveGuardianConsent } from '#contracts/accounts/guardians.ts';
import { getProfile } from '#contracts/accounts/profile.ts';
import {
  changeEmail,
  changePicture,
  changeProfile,
  confirmEmailChange,
} from '#contracts/accounts/profile-changes.ts';
import { arrangeMeeting } from '#contracts/funding/sponsorships.ts';
import { listPublicRequests } from '#contracts/requests/listing.ts';
import { tokenFor } from '#tests/support/mails/links.ts';
import { type Minors, openMinors } from '#tests/support/people/minors.ts';
import { mailsTo, picture, type SignedIn, signUpBody } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';

let product: Minors['product'];
let sponsor: Minors['sponsor'];
let joinMinor: Minors['joinMinor'];
let file: Minors['file'];
let listed: Minors['listed'];
let agree: Minors['agree'];
beforeAll(async () => {
  ({ product, sponsor, joinMinor, file, listed, agree } = await openMinors());
});
afterAll(() => product?.close());

it('sponsors see the country of a minor only where the guardian agreed to the text that says so', async () => {
  const { learner, guardianEmail } = await joinMinor();
  const { _id } = (await file(learner)).body.data;
  await agree(guardianEmail);
  const { country } = (await callApi(product.url, getProfile, {}, learner.token)).body.data;
  expect((await listed(_id))?.learner.userId.country).toBe(country);
  await product.db.query(
    `UPDATE consents SET version = '2026-11' WHERE kind = 'guardian' AND user_id = (SELECT id FROM users WHERE email = $1)`,
    [learner.email],
  );
  expect((await listed(_id))?.learner.userId.country).toBeNull();
});

const yearsUntil18 = (years: number) => `${new Date().getUTCFullYear() + years}-12-01`;

describe('a sign-up', () => {
  const signUp = async (role: 'learner' | 'sponsor', overrides: object) =>
    callApi(product.url, onboard, { body: signUpBody(role, overrides), file: await picture() });

  // ASVS 2.2.3
  it.each([
    [
      'learner',
      { isAdult: 'false' },
      'guardianEmail',
      'Please enter the email address of a parent or guardian.',
    ],
    [
      'learner',
      { isAdult: 'false', email: 'self@people.example', guardianEmail: 'Self@people.example' },
      'guardianEmail',
      'This is your own address. Please enter that of a parent or guardian.',
    ],
    ...['self+guardian@people.example', 's.elf@people.example', 'SELF+g@people.example'].map(
      (guardianEmail) =>
        [
          'learner',
          { isAdult: 'false', email: 'self+me@people.example', guardianEmail },
          'guardianEmail',
          'This is your own address. Please enter that of a parent or guardian.',
        ] as const,
    ),
    [
      'sponsor',
      { isAdult: 'false', guardianEmail: 'guardian@people.example' },
      'isAdult',
      'Sponsors must be 18 or older.',
    ],
  ] as const)('of a %s with %j is refused', async (role, overrides, field, message) => {
    const response = await signUp(role, overrides);
    expect([response.status, response.body]).toEqual([422, { message, errors: { [field]: message } }]);
  });

  it.each([
    ['younger than 13', yearsUntil18(6), expect.stringContaining('ask a parent or guardian to sign up')],
    ['of an unknown age', undefined, 'Please enter your date of birth.'],
  ])('of a person %s is refused', async (_who, adultFrom, message) => {
    const minor = { isAdult: 'false', guardianEmail: 'mum@people.example', adultFrom };
    const response = await signUp('learner', minor);
    expect([response.status, response.body.errors]).toEqual([422, { adultFrom: message }]);
  });

  it('without a word about the age is an adult’s, as the specification sends it', async () => {
    expect((await signUp('learner', { email: 'adult@people.example' })).status).toBe(201);
    const [user] = await product.db.query(
      "SELECT is_minor, full_name LIKE 'Test Learner %' AS whole FROM users WHERE email = 'adult@people.example'",
    );
    expect(user).toEqual({ is_minor: false, whole: true });
  });

  it('of a learner under 18 stores the first name alone, no picture, and the version of the terms', async () => {
    const email = 'minor@people.example';
    const fullName = 'Ada Obi';
    const body = { email, fullName, isAdult: 'false', guardianEmail: 'mum@people.example' };
    const sent = signUpBody('learner', { ...body, termsVersion: consentVersions.terms });
    expect((await callApi(product.url, onboard, { body: sent, file: new Blob() })).status).toBe(201);
    const [user] = await product.db.query(
      `SELECT u.full_name, u.is_minor, u.guardian_email, c.kind, c.version,
         EXISTS (SELECT FROM profile_pictures WHERE user_id = u.id) AS pictured
       FROM users u JOIN consents c ON c.user_id = u.id WHERE email = $1`,
      [email],
    );
    expect(user).toEqual({
      full_name: 'Ada',
      is_minor: true,
      guardian_email: 'mum@people.example',
      kind: 'terms',
      version: consentVersions.terms,
      pictured: false,
    });
  });
});

describe('a learner under 18', () => {
  it('is seen by sponsors only after the guardian agreed, by first name, without socials and picture', async () => {
    const { learner, guardianEmail } = await joinMinor();
    const filed = await file(learner);
    expect(filed.body.message).toContain('Sponsors see it when your guardian has agreed.');
    const id = filed.body.data._id;
    expect(await listed(id)).toBeUndefined();
    expect((await agree(guardianEmail)).body.message).toContain('what Ada asks for');
    const shown = await listed(id);
    expect(shown).toMatchObject({
      socials: '',
      canMeet: false,
      learner: { userId: { fullName: 'Ada', profilePicture: null } },
    });
    const { body } = await callApi(product.url, listPublicRequests, { query: { limit: 50 } });
    expect(body.data).toEqual([]);
    const [consent] = await product.db.query(
      `SELECT c.version, c.created_at = u.guardian_agreed_at AS at FROM consents c JOIN users u ON u.id = c.user_id
       WHERE c.kind = 'guardian' AND u.email = $1`,
      [learner.email],
    );
    expect(consent).toEqual({ version: consentVersions.guardian, at: true });
    const again = await file(learner);
    expect(await listed(again.body.data._id)).toBeDefined();
  });

  it('cannot be met, and gets neither a picture nor a last name', async () => {
    const { learner, guardianEmail } = await joinMinor();
    const { _id } = (await file(learner)).body.data;
    await agree(guardianEmail);
    const meeting = await callApi(
      product.url,
      arrangeMeeting,
      { params: { id: _id }, body: {} },
      sponsor.token,
    );
    expect([meeting.status, meeting.body.message]).toEqual([
      409,
      'This learner is under 18, so meetings are not possible. You can pay for the course without one.',
    ]);
    expect((await callApi(product.url, changePicture, { file: await picture() }, learner.token)).status).toBe(
      409,
    );
    const body = {
      fullName: 'Ada Obi',
      phoneNumber: '+234 801 234 5678',
      country: 'Nigeria',
      gender: 'nb',
    } as const;
    const changed = await callApi(product.url, changeProfile, { body }, learner.token);
    expect(changed.body.data.fullName).toBe('Ada');
  });

  it('can name another guardian until one agreed; the earlier link stops working', async () => {
    const { learner, guardianEmail } = await joinMinor();
    const earlier = await tokenFor(product.sandbox.httpUrl, guardianEmail, 'guardian-consent');
    const change = (to: string) =>
      callApi(product.url, changeGuardian, { body: { guardianEmail: to } }, learner.token);
    expect((await change(learner.email)).status).toBe(422);
    expect((await change('other-guardian@people.example')).status).toBe(202);
    const spent = await callApi(product.url, giveGuardianConsent, { body: { token: earlier } });
    expect(spent.status).toBe(422);
    expect((await agree('other-guardian@people.example')).status).toBe(200);
    expect((await change(guardianEmail)).status).toBe(409);
    const { body } = await callApi(product.url, getProfile, {}, learner.token);
    expect(body.data.guardian).toMatchObject({ email: 'other-guardian@people.example', hasAgreed: true });
  });

  it.each([
    ['ended', 'erasure_requested_at = now()'],
    ['came of age', 'is_minor = false, guardian_email = NULL'],
    ['named another guardian', `guardian_email = 'another-' || guardian_email`],
  ])('needs no consent once the account has %s', async (_what, change) => {
    const { learner, guardianEmail } = await joinMinor();
    await product.db.query(`UPDATE users SET ${change} WHERE email = $1`, [learner.email]);
    expect((await agree(guardianEmail)).status).toBe(409);
  });

  it('writes the first name alone into the mail to the guardian', async () => {
    const { learner, guardianEmail } = await joinMinor();
    await tokenFor(product.sandbox.httpUrl, guardianEmail, 'guardian-consent');
    const [mail] = await mailsTo(product.sandbox.httpUrl, guardianEmail);
    expect(mail?.subject).toContain('Ada needs your consent');
    expect(JSON.stringify(mail)).not.toMatch(new RegExp(`Obi|Okafor|${learner.email}`));
  });
});

describe('a learner under 18 who would consent for herself', () => {
  const ask = (learner: SignedIn, newEmail: string) =>
    callApi(
      product.url,
      changeEmail,
      { body: { newEmail, currentPassword: learner.password } },
      learner.token,
    );
  const name = (learner: SignedIn, guardianEmail: string) =>
    callApi(product.url, changeGuardian, { body: { guardianEmail } }, learner.token);
  const tagged = (address: string) => address.replace('@', '+me@');
  const isGuardians = {
    status: 422,
    body: {
      message: 'This is the address of your guardian. Please enter one of your own.',
      errors: { newEmail: 'This is the address of your guardian. Please enter one of your own.' },
    },
  };

  it('cannot name her own address with a tag or with other dots', async () => {
    const { learner } = await joinMinor();
    const dotted = learner.email.replace('learner-', 'lear.ner-');
    expect((await name(learner, tagged(learner.email))).status).toBe(422);
    expect((await name(learner, dotted)).status).toBe(422);
  });

  it('cannot move to the address of her guardian, before and after the consent', async () => {
    const { learner, guardianEmail } = await joinMinor();
    expect(await ask(learner, tagged(guardianEmail))).toMatchObject(isGuardians);
    await agree(guardianEmail);
    expect(await ask(learner, guardianEmail)).toMatchObject(isGuardians);
  });

  it('cannot name the address that she is moving to, or that she had', async () => {
    const { learner } = await joinMinor();
    const next = `next-${learner.email}`;
    expect((await ask(learner, next)).status).toBe(202);
    expect((await name(learner, tagged(next))).status).toBe(422);
    const token = await tokenFor(product.sandbox.httpUrl, next, 'confirm-email-change');
    expect((await callApi(product.url, confirmEmailChange, { body: { token } }, learner.token)).status).toBe(
      200,
    );
    expect((await name(learner, learner.email)).status).toBe(422);
  });

  it('cannot confirm an address that became the one of her guardian meanwhile', async () => {
    const { learner, guardianEmail } = await joinMinor();
    const next = `later-${guardianEmail}`;
    await ask(learner, next);
    const token = await tokenFor(product.sandbox.httpUrl, next, 'confirm-email-change');
    await product.db.query('UPDATE users SET guardian_email = $2 WHERE email = $1', [
      learner.email,
      tagged(next),
    ]);
    const confirmed = await callApi(product.url, confirmEmailChange, { body: { token } }, learner.token);
    expect([confirmed.status, confirmed.body.message]).toEqual([
      409,
      'This is the address of your guardian. Please enter one of your own.',
    ]);
  });

  it('cannot consent by an address of her own that an earlier version accepted', async () => {
    const { learner, guardianEmail } = await joinMinor();
    await product.db.query('UPDATE users SET email = $2 WHERE email = $1', [
      learner.email,
      tagged(guardianEmail),
    ]);
    const { status, body } = await agree(guardianEmail);
    expect([status, body.message]).toEqual([
      409,
      'This address belongs to the learner. A parent or guardian has to consent with an address of their own.',
    ]);
  });
});
