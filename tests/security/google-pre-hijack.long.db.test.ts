import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signInWithGoogle } from '#contracts/accounts/google.ts';
import { getProfile } from '#contracts/accounts/profile.ts';
import { changeEmail, confirmEmailChange, undoEmailChange } from '#contracts/accounts/profile-changes.ts';
import { forgotPassword, resetPassword } from '#contracts/accounts/recovery.ts';
import { signIn } from '#contracts/accounts/sign-in.ts';
import { arrangeMeeting } from '#contracts/funding/sponsorships.ts';
import type { GooglePerson } from '#sandbox/providers/google/google-people.ts';
import { tokenFor } from '#tests/support/mails/links.ts';
import { mailAbout } from '#tests/support/people/account-steps.ts';
import { addGooglePerson, credentialOf, enterAs, joinWithGoogle } from '#tests/support/people/google.ts';
import { fileRequest, join, mailsTo, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient, soon } from '#tests/support/soon.ts';
import { addOperator, confirmEmail, idOf } from './support/accounts.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
});
afterAll(() => product?.close());

const enter = ({ email, password }: SignedIn) => callApi(product.url, signIn, { body: { email, password } });
const profile = (token: string) => callApi(product.url, getProfile, {}, token);
const confirmChange = (token: string, session: string) =>
  callApi(product.url, confirmEmailChange, { body: { token } }, session);
const linkTo = (address: string, page: string) => tokenFor(product.sandbox.httpUrl, address, page);

/** The newest link for a new password, once it is another one than `earlier`. */
const newLinkTo = (address: string, earlier: string) =>
  vi.waitFor(async () => {
    const token = await linkTo(address, 'reset-password');
    expect(token).not.toBe(earlier);
    return token;
  }, patient);

/** An attacker signs up with the address of a Google user who has no account here. */
async function hijack(): Promise<{ victim: GooglePerson; attacker: SignedIn }> {
  const victim = await addGooglePerson(product);
  return { victim, attacker: await join(product.url, 'learner', { email: victim.email }) };
}

async function sessionOf(person: GooglePerson): Promise<string> {
  const { status, body } = await enterAs(product, person);
  expect([status, body.message]).toEqual([200, 'Welcome back!']);
  return (body.data as { token: string }).token;
}

const linkedTo = async (sub: string) => {
  const rows: { user_id: string }[] = await product.db.query(
    'SELECT user_id FROM google_identities WHERE sub = $1',
    [sub],
  );
  return rows[0]?.user_id;
};

describe('an attacker who made an account with the victim’s address beforehand keeps nothing:', () => {
  it('classic-federated merge: the password stops working once the victim comes from Google', async () => {
    const { victim, attacker } = await hijack();
    const token = await sessionOf(victim);
    expect((await enter(attacker)).status).toBe(401);
    expect((await profile(token)).body.data).toMatchObject({
      email: victim.email,
      isEmailVerified: true,
      hasPassword: false,
      hasGoogle: true,
    });
  });

  it('unexpired session: every session that was open is closed', async () => {
    const { victim, attacker } = await hijack();
    const second = (await enter(attacker)).body.data.token;
    const token = await sessionOf(victim);
    for (const old of [attacker.token, second]) expect((await profile(old)).status).toBe(401);
    expect((await profile(token)).status).toBe(200);
  });

  it('trojan identifier: a Google account of the attacker’s no longer opens it', async () => {
    const { victim } = await hijack();
    const trojan = await addGooglePerson(product);
    const id = await idOf(product, victim);
    await product.db.query('INSERT INTO google_identities (sub, user_id, email) VALUES ($1, $2, $3)', [
      trojan.sub,
      id,
      trojan.email,
    ]);
    await sessionOf(victim);
    expect(await linkedTo(trojan.sub)).toBeUndefined();
    expect(await linkedTo(victim.sub)).toBe(id);
    expect((await enterAs(product, trojan)).body.message).toBe('Complete registration');
  });

  it('unexpired e-mail change: a change that was asked for can no longer be confirmed', async () => {
    const { victim, attacker } = await hijack();
    const newEmail = `attacker-of-${victim.email.replace('gmail.com', 'evil.example')}`;
    const asked = { newEmail, currentPassword: attacker.password };
    expect((await callApi(product.url, changeEmail, { body: asked }, attacker.token)).status).toBe(202);
    const link = await linkTo(newEmail, 'confirm-email-change');
    const token = await sessionOf(victim);
    expect((await confirmChange(link, token)).status).toBe(422);
    expect((await profile(token)).body.data).toMatchObject({ email: victim.email, newEmail: null });
  });

  it('and a link for a new password that was asked for before is useless', async () => {
    const { victim } = await hijack();
    await callApi(product.url, forgotPassword, { body: { email: victim.email } });
    const link = await linkTo(victim.email, 'reset-password');
    await sessionOf(victim);
    const body = { token: link, password: 'a better horse battery' };
    expect((await callApi(product.url, resetPassword, { body })).status).toBe(422);
  });

  it('also when the victim comes from Google ten times at once', async () => {
    const { victim, attacker } = await hijack();
    const answers = await Promise.all(Array.from({ length: 10 }, () => enterAs(product, victim)));
    expect(answers.map(({ body }) => body.message)).toEqual(Array(10).fill('Welcome back!'));
    expect([(await enter(attacker)).status, (await profile(attacker.token)).status]).toEqual([401, 401]);
    for (const { body } of answers)
      expect((await profile((body.data as { token: string }).token)).status).toBe(200);
  });
});

describe('invitations that the attacker entered in a private request', () => {
  const friend = () => `friend-${crypto.randomUUID().slice(0, 8)}@people.example`;
  const recipientsOf = (requestId: string) =>
    product.db.query('SELECT email FROM request_recipients WHERE request_id = $1', [requestId]);

  it('are withdrawn once the victim comes from Google, and nothing is sent in her name', async () => {
    const { victim, attacker } = await hijack();
    const recipientEmails = [friend()];
    const onlyPrivate = { isPrivate: true, isPublic: false, recipientEmails };
    const hidden = await fileRequest(product.url, attacker, onlyPrivate);
    const shown = await fileRequest(product.url, attacker, { isPrivate: true, recipientEmails });
    await sessionOf(victim);
    expect([await recipientsOf(hidden), await recipientsOf(shown)]).toEqual([[], []]);
    const [request] = await product.db.query('SELECT is_private FROM requests WHERE id = $1', [shown]);
    expect(request.is_private).toBe(false);
    await soon(() => product.db.query('SELECT 1 FROM outbox WHERE closed_at IS NULL')).toEqual([]);
    expect(await mailsTo(product.sandbox.httpUrl, recipientEmails[0] as string)).toEqual([]);
  });

  it('are withdrawn once the victim chooses a new password by mail, and she is told', async () => {
    const { victim, attacker } = await hijack();
    const id = await fileRequest(product.url, attacker, { isPrivate: true, recipientEmails: [friend()] });
    await callApi(product.url, forgotPassword, { body: { email: victim.email } });
    const body = { token: await linkTo(victim.email, 'reset-password'), password: 'a better horse battery' };
    const { status, body: done } = await callApi(product.url, resetPassword, { body });
    expect([status, done.message]).toEqual([200, expect.stringContaining('are withdrawn')]);
    expect(await recipientsOf(id)).toEqual([]);
  });

  it('are withdrawn once the victim stops a change of the address', async () => {
    const { victim, attacker } = await hijack();
    const id = await fileRequest(product.url, attacker, { isPrivate: true, recipientEmails: [friend()] });
    const asked = { newEmail: friend(), currentPassword: attacker.password };
    await callApi(product.url, changeEmail, { body: asked }, attacker.token);
    const token = await linkTo(victim.email, 'undo-email-change');
    expect((await callApi(product.url, undoEmailChange, { body: { token } })).status).toBe(200);
    expect(await recipientsOf(id)).toEqual([]);
  });

  it('cancel the meeting of a sponsor whom only an unsent one let in', async () => {
    const { victim, attacker } = await hijack();
    const sponsor = await join(product.url, 'sponsor');
    const visibility = { isPrivate: true, isPublic: false, recipientEmails: [sponsor.email] };
    const id = await fileRequest(product.url, attacker, visibility);
    const met = await callApi(product.url, arrangeMeeting, { params: { id }, body: {} }, sponsor.token);
    expect(met.status).toBe(200);
    await sessionOf(victim);
    const [meeting] = await product.db.query('SELECT status FROM meetings WHERE request_id = $1', [id]);
    expect(meeting.status).toBe('cancelled');
  });
});

describe('an attacker with a Google account that names the victim’s address (non-verifying provider)', () => {
  it('gets neither session nor ticket while Google has not confirmed it', async () => {
    const victim = await join(product.url, 'sponsor', { email: 'victim-1@gmail.com', isVerified: false });
    for (const email of [victim.email, 'nobody-here@gmail.com']) {
      const liar = await addGooglePerson(product, { email, emailVerified: false });
      const { status, body } = await enterAs(product, liar);
      expect([status, body.data]).toEqual([403, undefined]);
    }
    expect((await enter(victim)).status).toBe(200);
  });

  it.each([
    ['of no Workspace', null],
    ['of another Workspace', 'evil.example'],
    ['of a Workspace above', 'example'],
    ['of a Workspace below', 'mail.company.example'],
  ])(
    'gets nothing with one %s, where Google does not decide whose the address is',
    async (_, hostedDomain) => {
      const email = `victim-${crypto.randomUUID().slice(0, 8)}@company.example`;
      const victim = await join(product.url, 'learner', { email });
      const other = await addGooglePerson(product, { email, hostedDomain });
      const { status, body } = await enterAs(product, other);
      expect([status, body]).toEqual([
        409,
        { message: 'You have an account with this address already. Please sign in with your password.' },
      ]);
      expect(await linkedTo(other.sub)).toBeUndefined();
      expect([(await enter(victim)).status, (await profile(victim.token)).status]).toEqual([200, 200]);
    },
  );
});

describe('an account whose owner has confirmed the address', () => {
  it('is linked where Google decides; password, sessions and links of the person who registered it end', async () => {
    const email = 'grace@works.example';
    const squatter = await join(product.url, 'sponsor', { email });
    await callApi(product.url, forgotPassword, { body: { email } });
    const reset = await linkTo(email, 'reset-password');
    const person = await addGooglePerson(product, { email, hostedDomain: 'works.example' });
    const token = await sessionOf(person);
    expect((await profile(token)).body.data).toMatchObject({ hasPassword: false, hasGoogle: true, email });
    expect([(await enter(squatter)).status, (await profile(squatter.token)).status]).toEqual([401, 401]);
    const body = { token: reset, password: 'a better horse battery' };
    expect((await callApi(product.url, resetPassword, { body })).status).toBe(422);

    const mail = await mailAbout(product.sandbox.httpUrl, email, /^You sign in with Google from now on/);
    expect(mail.text).toContain('/forgot-password');
    // Later sign-ins with Google take nothing away.
    await callApi(product.url, forgotPassword, { body: { email } });
    const password = 'a better horse battery';
    const chosen = { token: await newLinkTo(email, reset), password };
    expect((await callApi(product.url, resetPassword, { body: chosen })).status).toBe(200);
    await sessionOf(person);
    expect((await enter({ ...squatter, password })).status).toBe(200);
  });

  it('leaves the owner of an earlier address the link that undoes the change', async () => {
    const owner = await join(product.url, 'sponsor');
    const thief = await addGooglePerson(product);
    const asked = { newEmail: thief.email, currentPassword: owner.password };
    await callApi(product.url, changeEmail, { body: asked }, owner.token);
    await confirmChange(await linkTo(thief.email, 'confirm-email-change'), owner.token);
    const undo = await linkTo(owner.email, 'undo-email-change');
    const stolen = await sessionOf(thief);
    expect((await callApi(product.url, undoEmailChange, { body: { token: undo } })).status).toBe(200);
    expect((await profile(stolen)).status).toBe(401);
  });

  // ASVS 6.8.1, 10.5.2
  it('is not opened by a second Google account that has the address now', async () => {
    const first = await addGooglePerson(product, {
      email: 'desk@works.example',
      hostedDomain: 'works.example',
    });
    await joinWithGoogle(product, first);
    const second = await addGooglePerson(product, { email: first.email, hostedDomain: 'works.example' });
    const { status, body } = await enterAs(product, second);
    expect([status, body.message]).toEqual([409, expect.stringContaining('Another Google account')]);
    await sessionOf(first);
  });
});

describe('several Google accounts with the address of one account', () => {
  it('that arrive concurrently: the first is linked, and the others get 409', async () => {
    const owner = await join(product.url, 'sponsor', { email: 'front@works.example' });
    await confirmEmail(product, owner);
    const people = await Promise.all(
      Array.from({ length: 8 }, () =>
        addGooglePerson(product, { email: owner.email, hostedDomain: 'works.example' }),
      ),
    );
    const tokens = await Promise.all(people.map((person) => credentialOf(product, person)));
    const answers = await Promise.all(
      tokens.map((token) => callApi(product.url, signInWithGoogle, { body: { token } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });
});

describe('a thief who links a Google account of their own while they have an account in hand', () => {
  async function steal() {
    const owner = await join(product.url, 'learner');
    await confirmEmail(product, owner);
    const thief = await addGooglePerson(product);
    const asked = { newEmail: thief.email, currentPassword: owner.password };
    await callApi(product.url, changeEmail, { body: asked }, owner.token);
    const token = await linkTo(thief.email, 'confirm-email-change');
    await confirmChange(token, owner.token);
    const stolen = await sessionOf(thief);
    expect(await linkedTo(thief.sub)).toBe(await idOf(product, thief));
    return { owner, thief, stolen };
  }

  it('keeps nothing once the owner undoes the change of address', async () => {
    const { owner, thief, stolen } = await steal();
    const token = await linkTo(owner.email, 'undo-email-change');
    expect((await callApi(product.url, undoEmailChange, { body: { token } })).status).toBe(200);
    expect((await profile(stolen)).status).toBe(401);
    expect((await enterAs(product, thief)).body.message).toBe('Complete registration');
  });

  it('keeps nothing once the owner chooses a new password by mail', async () => {
    const { owner, thief } = await steal();
    await product.db.query('UPDATE users SET email = $1 WHERE email = $2', [owner.email, thief.email]);
    await callApi(product.url, forgotPassword, { body: { email: owner.email } });
    const body = { token: await linkTo(owner.email, 'reset-password'), password: 'a better horse battery' };
    expect((await callApi(product.url, resetPassword, { body })).status).toBe(200);
    expect(await linkedTo(thief.sub)).toBeUndefined();
  });

  it('while a Google account of the owner’s own address stays', async () => {
    const person = await addGooglePerson(product);
    await joinWithGoogle(product, person);
    await callApi(product.url, forgotPassword, { body: { email: person.email } });
    const body = { token: await linkTo(person.email, 'reset-password'), password: 'a better horse battery' };
    expect((await callApi(product.url, resetPassword, { body })).status).toBe(200);
    expect(await linkedTo(person.sub)).toBe(await idOf(product, person));
    await sessionOf(person);
  });
});

describe('an operator', () => {
  // ASVS 6.3.4
  it('is never signed in by Google, neither by address nor by an account that is linked', async () => {
    const operator = await addOperator(product);
    for (const hostedDomain of ['staff.example', null]) {
      const person = await addGooglePerson(product, { email: operator.email, hostedDomain });
      expect((await enterAs(product, person)).status).toBe(403);
      expect(await linkedTo(person.sub)).toBeUndefined();
    }
    const linked = await addGooglePerson(product);
    await product.db.query('INSERT INTO google_identities (sub, user_id, email) VALUES ($1, $2, $3)', [
      linked.sub,
      await idOf(product, operator),
      linked.email,
    ]);
    const { status, body } = await enterAs(product, linked);
    expect([status, body]).toEqual([403, { message: 'This account cannot be opened with Google.' }]);
  });
});

describe('an address that its owner may still take back', () => {
  it('does not create an account for a Google user', async () => {
    const person = await addGooglePerson(product);
    const owner = await join(product.url, 'learner', { email: person.email });
    await confirmEmail(product, owner);
    const newEmail = `new-${owner.email.replace('gmail.com', 'post.example')}`;
    await callApi(
      product.url,
      changeEmail,
      { body: { newEmail, currentPassword: owner.password } },
      owner.token,
    );
    const token = await linkTo(newEmail, 'confirm-email-change');
    expect((await confirmChange(token, owner.token)).status).toBe(200);
    const { status, body } = await enterAs(product, person);
    expect([status, body.message]).toEqual([409, expect.stringContaining('was moved away')]);
    expect(await credentialOf(product, person)).toBeTruthy();
  });
});
