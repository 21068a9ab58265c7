import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getProfile } from '#contracts/accounts/profile.ts';
import {
  changeEmail,
  confirmEmailChange,
  readEmailChange,
  undoEmailChange,
} from '#contracts/accounts/profile-changes.ts';
import { forgotPassword, resetPassword, verifyEmail } from '#contracts/accounts/recovery.ts';
import { signIn } from '#contracts/accounts/sign-in.ts';
import { accountLinks, type LinkPurpose } from '#services/platform/tokens/links.ts';
import { confirmEmail, idOf } from '#tests/security/support/accounts.ts';
import { addGooglePerson, enterAs } from '#tests/support/people/google.ts';
import { join, mailsTo, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { soon } from '#tests/support/soon.ts';
import { isFull } from '#tests/support/vitest/extent.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
});
afterAll(() => product?.close());

const enter = (email: string, password: string) =>
  callApi(product.url, signIn, { body: { email, password } });
const emailOf = async (session: string) => {
  const { status, body } = await callApi(product.url, getProfile, {}, session);
  return status === 200 ? body.data.email : status;
};
const requestChange = (session: string, newEmail: string, currentPassword: string) =>
  callApi(product.url, changeEmail, { body: { newEmail, currentPassword } }, session);
const confirmChange = async (token: string, session: string) =>
  (await callApi(product.url, confirmEmailChange, { body: { token } }, session)).status;
const undo = async (token: string) =>
  (await callApi(product.url, undoEmailChange, { body: { token } })).status;
const reset = async (token: string, password: string) =>
  (await callApi(product.url, resetPassword, { body: { token, password } })).status;

/** The tokens of all links that were ever mailed to an address, oldest first. */
async function linksTo(address: string, purpose: LinkPurpose): Promise<string[]> {
  const links: { id: string }[] = await product.db.query(
    'SELECT id FROM account_links WHERE address = $1 AND purpose = $2 ORDER BY created_at',
    [address, purpose],
  );
  return Promise.all(links.map(({ id }) => accountLinks[purpose].sign({ jti: id }, product.config)));
}

async function newestLink(address: string, purpose: LinkPurpose): Promise<string> {
  const token = (await linksTo(address, purpose)).at(-1);
  if (!token) throw new Error(`There is no ${purpose} link to ${address}`);
  return token;
}

/** Moves the account of a session to an address whose mailbox the same person reads. */
async function move(session: string, newEmail: string, password: string): Promise<void> {
  expect((await requestChange(session, newEmail, password)).status).toBe(202);
  expect(await confirmChange(await newestLink(newEmail, 'change-email'), session)).toBe(200);
}

/** Requests a new password for an address, and waits until the request is processed. */
async function forget(email: string): Promise<void> {
  await callApi(product.url, forgotPassword, { body: { email } });
  await soon(() => product.db.query('SELECT 1 FROM password_resets WHERE email = $1', [email])).toEqual([]);
}

/** The owner of an account, and an attacker who knew its password and has moved it twice, to addresses of their own. */
async function takeOver() {
  const key = crypto.randomUUID().slice(0, 8);
  const owner = await join(product.url, 'sponsor', { email: `owner-${key}@people.example` });
  const google = await addGooglePerson(product, { email: `thief-${key}@gmail.com` });
  const mailboxes = [google.email, `thief-2-${key}@evil.example`];
  const stolen = (await enter(owner.email, owner.password)).body.data.token;
  for (const address of mailboxes) await move(stolen, address, owner.password);
  return { owner, google, mailboxes, sessions: [owner.token, stolen], passwords: new Set([owner.password]) };
}

type Takeover = Awaited<ReturnType<typeof takeOver>>;

/** Stores the session of a sign-in that succeeded. */
function keep({ sessions }: Takeover, { status, body }: { status: number; body: { data?: unknown } }): void {
  const { token } = (body.data ?? {}) as { token?: string };
  if (status === 200 && token) sessions.push(token);
}

/** Steps of the attacker; each step tries everything of its kind that was ever in reach, and may fail. */
const attacks = {
  undo: async ({ mailboxes }: Takeover) => {
    for (const address of mailboxes)
      for (const token of await linksTo(address, 'undo-email-change')) await undo(token);
  },
  reset: async (takeover: Takeover) => {
    const { mailboxes, passwords } = takeover;
    const password = 'the horse of the attacker';
    for (const address of mailboxes) {
      await forget(address);
      for (const token of await linksTo(address, 'reset-password')) await reset(token, password);
    }
    passwords.add(password);
    for (const address of mailboxes) keep(takeover, await enter(address, password));
  },
  move: async ({ mailboxes, sessions, passwords, owner }: Takeover) => {
    const next = `thief-${mailboxes.length + 1}-${owner.email}`;
    mailboxes.push(next);
    for (const session of sessions)
      for (const password of passwords) await requestChange(session, next, password);
    for (const address of mailboxes)
      for (const token of await linksTo(address, 'change-email'))
        for (const session of sessions) await confirmChange(token, session);
  },
  google: async (takeover: Takeover) => keep(takeover, await enterAs(product, takeover.google)),
} satisfies Record<string, (takeover: Takeover) => Promise<unknown>>;

type Attack = keyof typeof attacks;

const ownersPassword = 'the horse of the owner';

const owners = {
  'OWNER UNDOES': async ({ owner }: Takeover) => {
    expect(await undo(await newestLink(owner.email, 'undo-email-change'))).toBe(200);
  },
  'OWNER RESETS': async ({ owner }: Takeover) => {
    await forget(owner.email);
    expect(await reset(await newestLink(owner.email, 'reset-password'), ownersPassword)).toBe(200);
  },
};

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

/** Every order of the attacks, with the two steps of the owner at every pair of places. */
const orders = permutations(Object.keys(attacks) as Attack[]).flatMap((order) =>
  order.concat('undo').flatMap((_, first) =>
    order
      .slice(first)
      .concat('undo')
      .map((_step, later) => [
        ...order.slice(0, first),
        'OWNER UNDOES' as const,
        ...order.slice(first, first + later),
        'OWNER RESETS' as const,
        ...order.slice(first + later),
      ]),
  ),
);
// The sixteen of a full run hold each step directly after each other one, and the owner's steps at every pair of places.
const tried = orders.filter((_, index) => index % (isFull ? 23 : 117) === 0);

describe('an attacker who knew the password and has moved the account twice', () => {
  it('can act in 360 orders', () => {
    expect([orders.length, new Set(orders.map(String)).size]).toEqual([360, 360]);
  });

  it.each(tried.map((order) => [order.join(', '), order] as const))(
    '%s: the owner has it',
    async (_, order) => {
      const takeover = await takeOver();
      for (const step of order) await { ...attacks, ...owners }[step](takeover);
      for (const attack of Object.values(attacks)) await attack(takeover);
      const { owner, sessions, mailboxes, passwords } = takeover;
      const mine = await enter(owner.email, ownersPassword);
      expect(await emailOf(mine.body.data.token)).toBe(owner.email);
      for (const address of [owner.email, ...mailboxes])
        for (const password of passwords) expect((await enter(address, password)).status).toBe(401);
      // Another account of the attacker's may have been created, but no session of theirs opens the owner's.
      for (const session of sessions) expect(await emailOf(session)).not.toBe(owner.email);
    },
  );
});

describe('an address that was never confirmed', () => {
  async function joinUnconfirmed() {
    const person = await join(product.url, 'learner');
    return { person, right: `right-${person.email}` };
  }

  it('undoes nothing once another one is confirmed', async () => {
    const { person, right } = await joinUnconfirmed();
    await requestChange(person.token, right, person.password);
    const token = await newestLink(person.email, 'undo-email-change');
    expect(await confirmChange(await newestLink(right, 'change-email'), person.token)).toBe(200);
    expect([await undo(token), await emailOf(person.token)]).toEqual([422, right]);
  });

  it('undoes a change that was requested before it was confirmed', async () => {
    const { person, right } = await joinUnconfirmed();
    await requestChange(person.token, right, person.password);
    const verify = await newestLink(person.email, 'verify-email');
    expect((await callApi(product.url, verifyEmail, { body: { token: verify } })).status).toBe(200);
    expect(await confirmChange(await newestLink(right, 'change-email'), person.token)).toBe(200);
    expect(await undo(await newestLink(person.email, 'undo-email-change'))).toBe(200);
  });
});

describe('an account that comes back to an address', () => {
  it('is not taken by a link to an address that it had in between', async () => {
    const person = await join(product.url, 'sponsor');
    const between = `between-${person.email}`;
    await move(person.token, between, person.password);
    await move(person.token, person.email, person.password);
    expect(await undo(await newestLink(between, 'undo-email-change'))).toBe(422);
    expect(await emailOf(person.token)).toBe(person.email);
  });
});

describe('a new address', () => {
  /** The attacker requests a change of an account of their own to the address of the victim. */
  async function luring(): Promise<{ attacker: SignedIn; victim: SignedIn; address: string; token: string }> {
    const attacker = await join(product.url, 'sponsor');
    const victim = await join(product.url, 'learner');
    await confirmEmail(product, victim);
    const address = `other-${victim.email}`;
    await requestChange(attacker.token, address, attacker.password);
    return { attacker, victim, address, token: await newestLink(address, 'change-email') };
  }
  const masked = ({ email }: SignedIn) => `${email[0]}•••@people.example`;
  const read = async (token: string, session?: string) =>
    (await callApi(product.url, readEmailChange, { query: { token } }, session)).body.data;

  it('is confirmed only by a person signed in to that account', async () => {
    const { attacker, victim, address, token } = await luring();
    expect((await callApi(product.url, confirmEmailChange, { body: { token } })).status).toBe(401);
    const other = await callApi(product.url, confirmEmailChange, { body: { token } }, victim.token);
    expect([other.status, other.body.message]).toEqual([409, expect.stringContaining(masked(attacker))]);
    expect(await emailOf(attacker.token)).toBe(attacker.email);
    expect([await confirmChange(token, attacker.token), await emailOf(attacker.token)]).toEqual([
      200,
      address,
    ]);
  });

  it('is shown whose account it is for, masked, in the mail as well', async () => {
    const { attacker, victim, address, token } = await luring();
    const change = { account: masked(attacker), newEmail: address };
    expect(await read(token)).toEqual({ ...change, isOwn: false });
    expect(await read(token, victim.token)).toEqual({ ...change, isOwn: false });
    expect(await read(token, attacker.token)).toEqual({ ...change, isOwn: true });
    await soon(async () => (await mailsTo(product.sandbox.httpUrl, address))[0]?.text).toContain(
      masked(attacker),
    );
    await confirmChange(token, attacker.token);
    const used = await callApi(product.url, readEmailChange, { query: { token } });
    expect(used.status).toBe(422);
  });
});

describe('every change of an address is mailed to both', () => {
  const subjectsTo = (address: string) => async () =>
    (await mailsTo(product.sandbox.httpUrl, address)).map(({ subject }) => subject);
  const from = 'The email address of your account has changed';
  const to = 'This is the email address of your account now';

  it('when it is confirmed, and when it is undone', async () => {
    const person = await join(product.url, 'sponsor');
    const next = `next-${person.email}`;
    await move(person.token, next, person.password);
    await soon(subjectsTo(person.email)).toContain(from);
    await soon(subjectsTo(next)).toContain(to);
    const [mail] = (await mailsTo(product.sandbox.httpUrl, person.email)).filter(
      ({ subject }) => subject === from,
    );
    const token = /undo-email-change\?token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(await undo(token)).toBe(200);
    await soon(subjectsTo(next)).toContain(from);
    await soon(subjectsTo(person.email)).toContain(to);
  });

  it('and an undo by an attacker is mailed to the address that it takes the account from', async () => {
    const { owner, mailboxes } = await takeOver();
    const [second = '', third = ''] = mailboxes;
    expect(await undo(await newestLink(second, 'undo-email-change'))).toBe(200);
    await soon(subjectsTo(third)).toContain(from);
    expect(await idOf(product, { email: second })).toBeTruthy();
    expect(await undo(await newestLink(owner.email, 'undo-email-change'))).toBe(200);
  });
});
