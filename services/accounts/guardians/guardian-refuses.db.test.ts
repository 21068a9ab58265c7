import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  changeGuardian,
  giveGuardianConsent,
  readGuardianLink,
  refuseGuardianConsent,
} from '#contracts/accounts/guardians.ts';
import { getProfile } from '#contracts/accounts/profile.ts';
import { editRequest, submitRequest } from '#contracts/requests/requests.ts';
import { tokenFor } from '#tests/support/mails/links.ts';
import { join, mailsTo, requestBody, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
});
afterAll(() => product?.close());

let guardians = 0;
async function joinMinor() {
  guardians += 1;
  const guardianEmail = `refusing-${guardians}@people.example`;
  const learner = await join(product.url, 'learner', {
    fullName: 'Ada Obi Okafor',
    isAdult: 'false',
    guardianEmail,
  });
  return { learner, guardianEmail };
}

// A learner under 18 is not asked for social media.
const bodyOf = (courseTitle = 'Weaving') =>
  requestBody({ course: { ...requestBody().course, courseTitle }, socials: undefined });
const file = ({ token }: SignedIn, courseTitle?: string) =>
  callApi(product.url, submitRequest, { body: bodyOf(courseTitle) }, token);
const tokenOf = (guardianEmail: string) =>
  tokenFor(product.sandbox.httpUrl, guardianEmail, 'guardian-consent');
const read = async (guardianEmail: string) =>
  callApi(product.url, readGuardianLink, { query: { token: await tokenOf(guardianEmail) } });
const refuse = async (guardianEmail: string) =>
  callApi(product.url, refuseGuardianConsent, { body: { token: await tokenOf(guardianEmail) } });
const statusOf = async (id: string) =>
  (await product.db.query('SELECT status FROM requests WHERE id = $1', [id]))[0].status;
const mailsOf = async (address: string, subject: RegExp, count = 1) =>
  vi.waitFor(async () => {
    const mails = (await mailsTo(product.sandbox.httpUrl, address)).filter((mail) =>
      subject.test(mail.subject),
    );
    expect(mails.length).toBeGreaterThanOrEqual(count);
    return mails.map((mail) => JSON.stringify(mail));
  }, patient);

describe('a request of a learner under 18 whose guardian has not agreed', () => {
  it('needs no social media link, says for whom it waits, and is written about to the guardian once', async () => {
    const { learner, guardianEmail } = await joinMinor();
    const [first] = await mailsOf(guardianEmail, /needs your consent/);
    expect([first?.includes('Ada'), first?.includes('Okafor'), first?.includes('Weaving')]).toEqual([
      true,
      false,
      false,
    ]);
    const filed = await file(learner);
    expect([filed.status, filed.body.data.guardianWaits]).toEqual([201, true]);
    await file(learner, 'Second course');
    const mails = await mailsOf(guardianEmail, /needs your consent/, 2);
    expect(mails.filter((mail) => mail.includes('Weaving on Coursera'))).toHaveLength(1);
    expect(mails).toHaveLength(2);
    const [received] = await mailsOf(learner.email, /We received your request: Weaving/);
    expect(received).toContain('waits for your guardian (r•••@people.example)');
    expect(received).toContain('Send it again, or change the address');
    expect(received).not.toContain('can now be seen');
    const edited = await callApi(
      product.url,
      editRequest,
      { params: { id: filed.body.data._id }, body: bodyOf() },
      learner.token,
    );
    expect(edited.body.data.guardianWaits).toBe(true);
  });

  it('is shown to the guardian by its link, with nothing that leads elsewhere', async () => {
    const { learner, guardianEmail } = await joinMinor();
    await file(learner);
    await file(learner, 'Win at prizes.example now');
    await file(learner, 'Call +234 801 234 5678');
    const { body } = await read(guardianEmail);
    const audience = { isPublic: true, isPrivate: false };
    expect(body.data).toEqual({
      firstName: 'Ada',
      state: 'asked',
      requests: [
        { course: 'Weaving on Coursera', ...audience },
        { course: null, ...audience },
        { course: null, ...audience },
      ],
    });
  });
});

describe('a guardian who does not agree', () => {
  it('withdraws the requests, has the learner told, and can still agree by the same link', async () => {
    const { learner, guardianEmail } = await joinMinor();
    const { _id } = (await file(learner)).body.data;
    const refused = await refuse(guardianEmail);
    expect([refused.status, refused.body.data.state, refused.body.data.requests]).toEqual([
      200,
      'refused',
      [],
    ]);
    expect(await statusOf(_id)).toBe('withdrawn');
    expect((await refuse(guardianEmail)).status).toBe(200);
    const told = await mailsOf(learner.email, /did not agree/);
    expect([told.length, told[0]?.includes('says nothing against you')]).toEqual([1, true]);
    const { body } = await callApi(product.url, getProfile, {}, learner.token);
    expect(body.data.guardian).toEqual({ email: guardianEmail, hasAgreed: false, hasRefused: true });
    const again = await file(learner);
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('did not agree')]);
    const body2 = { token: await tokenOf(guardianEmail) };
    const agreed = await callApi(product.url, giveGuardianConsent, { body: body2 });
    expect([agreed.status, agreed.body.data.state]).toEqual([200, 'agreed']);
    expect((await file(learner)).body.data.guardianWaits).toBe(false);
    expect(await statusOf(_id)).toBe('withdrawn');
  });

  it('is not written to again, while another guardian can be named', async () => {
    const { learner, guardianEmail } = await joinMinor();
    await refuse(guardianEmail);
    const name = (to: string) =>
      callApi(product.url, changeGuardian, { body: { guardianEmail: to } }, learner.token);
    expect((await name(guardianEmail)).status).toBe(409);
    expect((await name(guardianEmail.replace('@', '+tag@'))).status).toBe(409);
    expect((await name(`aunt-of-${guardianEmail}`)).status).toBe(202);
    expect((await file(learner)).status).toBe(201);
    const again = await name(guardianEmail.replace('@', '+tag@'));
    expect([again.status, again.body.message]).toEqual([
      409,
      'This person did not agree, so we do not write to them again. Please name another parent or guardian.',
    ]);
    expect((await name(`uncle-of-${guardianEmail}`)).status).toBe(202);
    expect(await mailsOf(guardianEmail, /needs your consent/)).toHaveLength(1);
  });

  it('cannot take back a consent by the link', async () => {
    const { learner, guardianEmail } = await joinMinor();
    const token = await tokenOf(guardianEmail);
    const { _id } = (await file(learner)).body.data;
    expect((await callApi(product.url, giveGuardianConsent, { body: { token } })).status).toBe(200);
    expect((await callApi(product.url, refuseGuardianConsent, { body: { token } })).status).toBe(422);
    expect(await statusOf(_id)).toBe('pending');
  });
});
