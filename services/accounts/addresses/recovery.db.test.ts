import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { onboard } from '#contracts/accounts/accounts.ts';
import { getProfile } from '#contracts/accounts/profile.ts';
import {
  changeEmail,
  changePassword,
  confirmEmailChange,
  undoEmailChange,
} from '#contracts/accounts/profile-changes.ts';
import {
  forgotPassword,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '#contracts/accounts/recovery.ts';
import { signIn } from '#contracts/accounts/sign-in.ts';
import { waitForLockWaits } from '#tests/support/database/lock-waits.ts';
import { tokenFor } from '#tests/support/mails/links.ts';
import {
  fileRequest,
  join,
  mailsTo,
  picture,
  type SignedIn,
  signUpBody,
} from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient, soon } from '#tests/support/soon.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
});
afterAll(() => product.close());

const newPassword = 'a better horse battery';
const enter = (email: string, password: string) =>
  callApi(product.url, signIn, { body: { email, password } });
const profileOf = ({ token }: SignedIn) => callApi(product.url, getProfile, {}, token);
const linkTo = (address: string, page: string) => tokenFor(product.sandbox.httpUrl, address, page);
const confirmAddress = async ({ email }: SignedIn) =>
  callApi(product.url, verifyEmail, { body: { token: await linkTo(email, 'verify-email') } });
const age = (purpose: string, interval: string) =>
  product.db.query(`UPDATE account_links SET expires_at = expires_at - $2::interval WHERE purpose = $1`, [
    purpose,
    interval,
  ]);

describe('confirming an address', () => {
  it('succeeds with the link of the mail, also the second time', async () => {
    const learner = await join(product.url, 'learner');
    expect((await profileOf(learner)).body.data.isEmailVerified).toBe(false);
    const token = await linkTo(learner.email, 'verify-email');
    for (const _ of ['once', 'twice']) {
      expect((await callApi(product.url, verifyEmail, { body: { token } })).status).toBe(200);
    }
    expect((await profileOf(learner)).body.data.isEmailVerified).toBe(true);
  });

  it('fails after 7 days, and a new link can be requested', async () => {
    const learner = await join(product.url, 'learner');
    const token = await linkTo(learner.email, 'verify-email');
    await age('verify-email', '7 days');
    expect((await callApi(product.url, verifyEmail, { body: { token } })).status).toBe(422);
    expect((await callApi(product.url, resendVerification, {}, learner.token)).status).toBe(202);
    await vi.waitFor(
      async () => expect(await mailsTo(product.sandbox.httpUrl, learner.email)).toHaveLength(2),
      patient,
    );
    const fresh = await linkTo(learner.email, 'verify-email');
    expect((await callApi(product.url, verifyEmail, { body: { token: fresh } })).status).toBe(200);
    expect((await callApi(product.url, resendVerification, {}, learner.token)).status).toBe(409);
  });

  it('sends the private invitations held back until then', async () => {
    const learner = await join(product.url, 'learner');
    const friend = `friend-of-${learner.email}`;
    await fileRequest(product.url, learner, { isPrivate: true, recipientEmails: [friend] });
    const token = await linkTo(learner.email, 'verify-email');
    expect(await mailsTo(product.sandbox.httpUrl, friend)).toEqual([]);
    await callApi(product.url, verifyEmail, { body: { token } });
    await vi.waitFor(
      async () => expect(await mailsTo(product.sandbox.httpUrl, friend)).toHaveLength(1),
      patient,
    );
  });
});

it('confirming an address promises no mails at once to people whose invitation waits for something else', async () => {
  const learner = await join(product.url, 'learner');
  const friend = `friend-of-${learner.email}`;
  const id = await fileRequest(product.url, learner, { isPrivate: true, recipientEmails: [friend] });
  await product.db.query(`UPDATE requests SET holds = '{guardian}' WHERE id = $1`, [id]);
  const body = { token: await linkTo(learner.email, 'verify-email') };
  for (const _ of ['once', 'twice'])
    expect((await callApi(product.url, verifyEmail, { body })).body.message).toBe(
      'Your email address is confirmed. If you invited people to a request, we write to them as soon as it is shown; you need not do anything else.',
    );
});

describe('resetting a forgotten password', () => {
  // ASVS 6.4.3, 6.5.1, 7.4.3
  it('works once with the link of the mail and ends every session', async () => {
    const sponsor = await join(product.url, 'sponsor', { isVerified: false });
    await callApi(product.url, forgotPassword, { body: { email: sponsor.email } });
    const token = await linkTo(sponsor.email, 'reset-password');
    const weak = await callApi(product.url, resetPassword, { body: { token, password: 'password123' } });
    expect([weak.status, weak.body.errors?.password]).toEqual([422, expect.stringContaining('most common')]);
    const reset = await callApi(product.url, resetPassword, { body: { token, password: newPassword } });
    expect(reset.status).toBe(200);
    expect((await profileOf(sponsor)).status).toBe(401);
    expect((await enter(sponsor.email, sponsor.password)).status).toBe(401);
    const entered = await enter(sponsor.email, newPassword);
    expect(entered.status).toBe(200);
    const again = await callApi(product.url, resetPassword, { body: { token, password: 'and another one' } });
    expect(again.status).toBe(422);
    // The reset link was sent to the address, so using it verifies the address.
    const owner = { ...sponsor, token: entered.body.data.token };
    expect((await profileOf(owner)).body.data.isEmailVerified).toBe(true);
  });

  // ASVS 6.4.1, 6.4.3
  it('fails after 30 minutes', async () => {
    const sponsor = await join(product.url, 'sponsor', { isVerified: false });
    await callApi(product.url, forgotPassword, { body: { email: sponsor.email } });
    const token = await linkTo(sponsor.email, 'reset-password');
    await age('reset-password', '30 minutes');
    const late = await callApi(product.url, resetPassword, { body: { token, password: newPassword } });
    expect(late.status).toBe(422);
  });

  // ASVS 6.4.3
  it('gives the same response for an unknown address, to which nothing is sent', async () => {
    const known = await join(product.url, 'learner');
    const unknown = 'nobody-at-all@people.example';
    const responses = [known.email, unknown].map((email) =>
      callApi(product.url, forgotPassword, { body: { email } }),
    );
    const [first, second] = await Promise.all(responses);
    expect([second?.status, second?.body]).toEqual([first?.status, first?.body]);
    await linkTo(known.email, 'reset-password');
    expect(await mailsTo(product.sandbox.httpUrl, unknown)).toEqual([]);
    await soon(() => product.db.query('SELECT * FROM password_resets')).toEqual([]);
  });
});

describe('changing the password', () => {
  // ASVS 6.2.2, 6.2.3, 7.4.3, 7.5.1
  it('requires the current one, ends the other sessions and sends a notification mail', async () => {
    const learner = await join(product.url, 'learner');
    const elsewhere = (await enter(learner.email, learner.password)).body.data.token;
    const change = (currentPassword: string, password = newPassword) =>
      callApi(
        product.url,
        changePassword,
        { body: { currentPassword, newPassword: password } },
        learner.token,
      );
    expect((await change('a guess')).body.errors).toEqual({
      currentPassword: 'This is not your current password.',
    });
    expect((await change(learner.password, learner.email)).body.errors?.newPassword).toMatch(/not a secret/);
    expect((await change(learner.password)).status).toBe(200);
    expect((await profileOf(learner)).status).toBe(200);
    expect((await profileOf({ ...learner, token: elsewhere })).status).toBe(401);
    await vi.waitFor(async () => {
      const subjects = (await mailsTo(product.sandbox.httpUrl, learner.email)).map(({ subject }) => subject);
      expect(subjects).toContain('Your password was changed');
    }, patient);
  });
});

describe('changing the address', () => {
  const requestChange = (who: SignedIn, newEmail: string) =>
    callApi(product.url, changeEmail, { body: { newEmail, currentPassword: who.password } }, who.token);

  const confirmChange = (who: SignedIn, token: string) =>
    callApi(product.url, confirmEmailChange, { body: { token } }, who.token);

  /** Returns the token of a mail to the address that is not among the earlier ones. */
  const changeToken = (address: string, earlier: string[]) =>
    vi.waitFor(async () => {
      const token = await linkTo(address, 'confirm-email-change');
      expect(earlier).not.toContain(token);
      return token;
    }, patient);

  // ASVS 7.5.1
  it('requires confirmation, notifies the old address and can be undone by it for 7 days', async () => {
    const learner = await join(product.url, 'learner');
    await confirmAddress(learner);
    const newEmail = `new-${learner.email}`;
    expect((await requestChange(learner, newEmail)).status).toBe(202);
    expect((await profileOf(learner)).body.data).toMatchObject({ email: learner.email, newEmail });
    const confirm = await linkTo(newEmail, 'confirm-email-change');
    const undo = await linkTo(learner.email, 'undo-email-change');
    expect((await confirmChange(learner, confirm)).status).toBe(200);
    expect((await profileOf(learner)).body.data).toMatchObject({ email: newEmail, newEmail: null });
    expect((await enter(newEmail, learner.password)).status).toBe(200);

    // The old address stays reserved for its owner.
    const grab = await callApi(product.url, onboard, {
      body: signUpBody('learner', { email: learner.email }),
      file: await picture(),
    });
    expect(grab.status).toBe(409);

    expect((await callApi(product.url, undoEmailChange, { body: { token: undo } })).status).toBe(200);
    expect((await profileOf(learner)).status).toBe(401);
    expect((await enter(newEmail, learner.password)).status).toBe(401);
    expect((await enter(learner.email, learner.password)).status).toBe(401);
    const token = await linkTo(learner.email, 'reset-password');
    await callApi(product.url, resetPassword, { body: { token, password: newPassword } });
    expect((await enter(learner.email, newPassword)).status).toBe(200);
  });

  it.each([
    ['after', 'the link to undo the later change is revoked'],
    ['before', 'the first owner still undoes the first change'],
  ] as const)('by an attacker who changes it twice and undoes %s the owner: %s', async (when, _what) => {
    const owner = await join(product.url, 'learner');
    await confirmAddress(owner);
    const [second, third] = [`second-${owner.email}`, `third-${owner.email}`];
    for (const address of [second, third]) {
      await requestChange(owner, address);
      const token = await linkTo(address, 'confirm-email-change');
      expect((await confirmChange(owner, token)).status).toBe(200);
    }
    const attackers = await linkTo(second, 'undo-email-change');
    const undo = async (token: string) =>
      (await callApi(product.url, undoEmailChange, { body: { token } })).status;
    if (when === 'before') expect(await undo(attackers)).toBe(200);
    expect(await undo(await linkTo(owner.email, 'undo-email-change'))).toBe(200);
    const token = await linkTo(owner.email, 'reset-password');
    await callApi(product.url, resetPassword, { body: { token, password: newPassword } });
    if (when === 'after') expect(await undo(attackers)).toBe(422);
    expect((await enter(owner.email, newPassword)).status).toBe(200);
  });

  it('reserves the old address only if it was confirmed', async () => {
    const stranger = await join(product.url, 'sponsor', { isVerified: false });
    await requestChange(stranger, `new-${stranger.email}`);
    const confirm = await linkTo(`new-${stranger.email}`, 'confirm-email-change');
    const undo = await linkTo(stranger.email, 'undo-email-change');
    expect((await confirmChange(stranger, confirm)).status).toBe(200);
    const owner = await callApi(product.url, onboard, {
      body: signUpBody('learner', { email: stranger.email }),
      file: await picture(),
    });
    expect(owner.status).toBe(201);
    expect((await callApi(product.url, undoEmailChange, { body: { token: undo } })).status).toBe(422);
  });

  it('succeeds for one of two accounts that confirm the same address at once', async () => {
    const people = await Promise.all([
      join(product.url, 'learner'),
      join(product.url, 'sponsor', { isVerified: false }),
    ]);
    const newEmail = `shared-${people[0].email}`;
    const tokens: string[] = [];
    for (const person of people) {
      await requestChange(person, newEmail);
      tokens.push(await changeToken(newEmail, tokens));
    }
    const confirm = async (token: string, index: number) =>
      (await confirmChange(people[index] as SignedIn, token)).status;
    // Both have checked the address and wait to change their account.
    const statuses = await product.db.transaction(async (manager) => {
      await manager.query('SELECT id FROM users WHERE email = ANY($1) FOR UPDATE', [
        people.map(({ email }) => email),
      ]);
      const confirming = tokens.map(confirm);
      await waitForLockWaits(product, 2);
      return () => Promise.all(confirming);
    });
    expect((await statuses()).sort()).toEqual([200, 409]);
  });

  it('sends nothing to an address of another account and does not reveal that it exists', async () => {
    const learner = await join(product.url, 'learner');
    const other = await join(product.url, 'sponsor', { isVerified: false });
    expect((await requestChange(learner, other.email)).status).toBe(202);
    expect((await profileOf(learner)).body.data.newEmail).toBeNull();
  });

  it('is cancelled by a password reset, even with an unexpired link', async () => {
    const learner = await join(product.url, 'learner');
    const attackers = `attacker-of-${learner.email}`;
    await requestChange(learner, attackers);
    const confirm = await linkTo(attackers, 'confirm-email-change');
    await callApi(product.url, forgotPassword, { body: { email: learner.email } });
    const token = await linkTo(learner.email, 'reset-password');
    await callApi(product.url, resetPassword, { body: { token, password: newPassword } });
    const again = { ...learner, token: (await enter(learner.email, newPassword)).body.data.token };
    expect((await confirmChange(again, confirm)).status).toBe(422);
  });

  // ASVS 9.2.2
  it('rejects a link with another purpose', async () => {
    const learner = await join(product.url, 'learner');
    const token = await linkTo(learner.email, 'verify-email');
    expect((await confirmChange(learner, token)).status).toBe(422);
    expect((await callApi(product.url, undoEmailChange, { body: { token } })).status).toBe(422);
  });
});
