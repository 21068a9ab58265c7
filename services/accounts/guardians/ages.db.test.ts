import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { onboard } from '#contracts/accounts/accounts.ts';
import { giveGuardianConsent } from '#contracts/accounts/guardians.ts';
import { getProfile } from '#contracts/accounts/profile.ts';
import { changePicture } from '#contracts/accounts/profile-changes.ts';
import { arrangeMeeting } from '#contracts/funding/sponsorships.ts';
import { comeOfAge } from '#services/flows/guardianship.ts';
import { purgeExpired } from '#services/privacy/retention.ts';
import { idOf } from '#tests/security/support/accounts.ts';
import { tokenFor } from '#tests/support/mails/links.ts';
import { type Minors, openMinors } from '#tests/support/people/minors.ts';
import { mailsTo, picture, signUpBody, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { patient } from '#tests/support/soon.ts';

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

const yearsUntil18 = (years: number) => `${new Date().getUTCFullYear() + years}-12-01`;

describe('an account of a person under 13 from before the minimum age', () => {
  async function joinChild() {
    const { learner, guardianEmail } = await joinMinor();
    const { _id } = (await file(learner)).body.data;
    const token = await tokenFor(product.sandbox.httpUrl, guardianEmail, 'guardian-consent');
    await product.db.query('UPDATE users SET adult_from = $2 WHERE email = $1', [
      learner.email,
      yearsUntil18(6),
    ]);
    return { learner, _id, token };
  }
  const statusOf = async (id: string) =>
    (await product.db.query('SELECT status FROM requests WHERE id = $1', [id]))[0].status;

  it('files no request and gets no consent, and ends kindly with the next purge', async () => {
    const { learner, _id, token } = await joinChild();
    const filed = await file(learner);
    expect([filed.status, filed.body.message]).toEqual([409, expect.stringContaining('You need to be 13')]);
    const consent = await callApi(product.url, giveGuardianConsent, { body: { token } });
    expect([consent.status, consent.body.message]).toEqual([409, expect.stringContaining('13')]);
    await purgeExpired(product.db, new Date());
    expect(await statusOf(_id)).toBe('withdrawn');
    await vi.waitFor(async () => {
      const mails = await mailsTo(product.sandbox.httpUrl, learner.email);
      const ended = mails.find(({ subject }) => subject.includes('account is deleted'));
      expect(ended?.text).toContain('because you need to be 13 to have one');
      expect(ended?.text).toContain('welcome');
    }, patient);
    expect((await callApi(product.url, getProfile, {}, learner.token)).status).toBe(401);
  });

  it('is hidden and waits while a sponsor is paying, so that no money is lost, also with a consent', async () => {
    const { learner, guardianEmail } = await joinMinor();
    const { _id } = (await file(learner)).body.data;
    await agree(guardianEmail);
    await startPayment(product.url, sponsor, _id);
    await product.db.query('UPDATE users SET adult_from = $2 WHERE email = $1', [
      learner.email,
      yearsUntil18(6),
    ]);
    await purgeExpired(product.db, new Date());
    const [request] = await product.db.query('SELECT status, holds FROM requests WHERE id = $1', [_id]);
    expect(request).toEqual({ status: 'reserved', holds: ['guardian'] });
    await product.db.query(`UPDATE requests SET reserved_until = now() WHERE id = $1`, [_id]);
    await purgeExpired(product.db, new Date());
    expect(await statusOf(_id)).toBe('withdrawn');
  });

  it('is one of a known age only', async () => {
    const { learner } = await joinMinor();
    await purgeExpired(product.db, new Date());
    expect((await callApi(product.url, getProfile, {}, learner.token)).status).toBe(200);
  });
});

describe('a learner who turns 18', () => {
  const inTheYear = new Date().getUTCFullYear() + 3;
  const day = (text: string) => new Date(`${inTheYear}-${text}Z`);
  const joinUntil18 = async () => {
    // People of other tests do not come of age in this one.
    await product.db.query('UPDATE users SET adult_from = NULL');
    return joinMinor({ adultFrom: `${inTheYear}-06-01` });
  };
  const mailsAbout = (address: string, words: RegExp) =>
    vi.waitFor(async () => {
      const mails = (await mailsTo(product.sandbox.httpUrl, address)).filter((mail) =>
        words.test(JSON.stringify(mail)),
      );
      expect(mails).toHaveLength(1);
      return JSON.stringify(mails[0]);
    }, patient);

  it('has an account of an adult from that day on, once, and both people are notified', async () => {
    const { learner, guardianEmail } = await joinUntil18();
    const { _id } = (await file(learner)).body.data;
    await agree(guardianEmail);
    expect(await comeOfAge(product.db, day('05-31T23:59:59'))).toBe(0);
    const runs = await Promise.all([1, 2].map(() => comeOfAge(product.db, day('06-01T00:00:00'))));
    expect(runs.toSorted()).toEqual([0, 1]);
    expect(await comeOfAge(product.db, day('06-02T00:00:00'))).toBe(0);
    const { body } = await callApi(product.url, getProfile, {}, learner.token);
    expect(body.data.guardian).toBeNull();
    expect(await mailsAbout(learner.email, /You are 18/)).toContain('Ada');
    const toGuardian = await mailsAbout(guardianEmail, /consent at .* has ended/);
    expect(toGuardian).not.toMatch(new RegExp(`Ada|${learner.email}`));
    expect((await callApi(product.url, changePicture, { file: await picture() }, learner.token)).status).toBe(
      200,
    );
    const meeting = await callApi(
      product.url,
      arrangeMeeting,
      { params: { id: _id }, body: {} },
      sponsor.token,
    );
    expect(meeting.body.message).not.toContain('under 18');
  });

  it('is shown without the consent of a guardian, who is not written to and whose link ends', async () => {
    const { learner, guardianEmail } = await joinUntil18();
    const { _id } = (await file(learner)).body.data;
    expect(await listed(_id)).toBeUndefined();
    const token = await tokenFor(product.sandbox.httpUrl, guardianEmail, 'guardian-consent');
    expect(await comeOfAge(product.db, day('06-01T00:00:00'))).toBe(1);
    expect(await listed(_id)).toBeDefined();
    await mailsAbout(learner.email, /You are 18/);
    expect((await callApi(product.url, giveGuardianConsent, { body: { token } })).status).toBe(422);
    const released = await product.db.query(
      `SELECT 1 FROM outbox o JOIN account_links l ON l.id::text = o.payload->>'id'
       WHERE o.payload->>'mail' = 'guardian-released' AND l.address = $1`,
      [guardianEmail],
    );
    const invitations = await product.db.query(
      `SELECT 1 FROM outbox WHERE job = 'mail.send-waiting-invitations' AND payload->>'userId' = $1`,
      [await idOf(product, learner)],
    );
    expect([released, invitations]).toEqual([[], []]);
    const [user] = await product.db.query(
      'SELECT is_minor, guardian_email, adult_from FROM users WHERE email = $1',
      [learner.email],
    );
    expect(user).toEqual({ is_minor: false, guardian_email: null, adult_from: null });
  });

  it('stays under 18 when the day is unknown; a day that is too far ahead is refused', async () => {
    const { learner } = await joinMinor();
    await comeOfAge(product.db, new Date('2099-01-01T00:00:00Z'));
    const { body } = await callApi(product.url, getProfile, {}, learner.token);
    expect(body.data.guardian).toMatchObject({ hasAgreed: false });
    const far = `${new Date().getUTCFullYear() + 20}-01-01`;
    const given = { isAdult: 'false', guardianEmail: 'mum@people.example', adultFrom: far } as const;
    const response = await callApi(product.url, onboard, {
      body: signUpBody('learner', given),
      file: await picture(),
    });
    expect([response.status, response.body.errors]).toEqual([422, { adultFrom: expect.any(String) }]);
  });
});
