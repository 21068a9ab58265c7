import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeGuardian, giveGuardianConsent } from '#contracts/accounts/guardians.ts';
import {
  changeEmail,
  changePassword,
  confirmEmailChange,
  endAllSessions,
  undoEmailChange,
} from '#contracts/accounts/profile-changes.ts';
import { resetPassword, verifyEmail } from '#contracts/accounts/recovery.ts';
import { signIn, signOut } from '#contracts/accounts/sign-in.ts';
import { comeOfAge } from '#services/flows/guardianship.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { accountLinks, type LinkPurpose } from '#services/platform/tokens/links.ts';
import { endAccount } from '#services/privacy/erasure/end-account.ts';
import { restorePerson, suspendPerson } from '#services/safety/suspensions.ts';
import { addOperator, idOf } from '#tests/security/support/accounts.ts';
import { addGooglePerson, enterAs } from '#tests/support/people/google.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { type LinkEvent, linkRules } from './account-links.ts';

let product: TestProduct;
let operatorId: string;
beforeAll(async () => {
  product = await startTestProduct();
  operatorId = await idOf(product, await addOperator(product));
});
afterAll(() => product?.close());

const decision = readFileSync(
  new URL('../../../docs/decisions/091-links-and-account-events.md', import.meta.url),
  'utf8',
);
const [columns = [], , ...documented] = decision
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const [, ...kinds] = columns;

interface Account extends SignedIn {
  id: string;
  /** Adds a link and returns its token. */
  link: (purpose: LinkPurpose, address?: string, isReserved?: boolean) => Promise<string>;
}

/** Adds a link of the age, in minutes, and returns its id. */
async function addLink(
  userId: string,
  purpose: LinkPurpose,
  address: string,
  { isReserved = true, age = 0 } = {},
): Promise<string> {
  const [row] = await product.db.query(
    `INSERT INTO account_links (user_id, purpose, address, is_reserved, created_at, expires_at)
     VALUES ($1, $2, $3, $4, now() - $5 * interval '1 minute', now() + interval '1 hour') RETURNING id`,
    [userId, purpose, address, isReserved, age],
  );
  return row.id;
}

const post = async (call: Promise<{ status: number }>) => expect((await call).status).toBeLessThan(300);
const password = 'a better horse battery';

const leavesAddress: LinkEvent[] = ['email-changed', 'email-change-undone'];

/** Performs each event on an account. */
const perform: Record<LinkEvent, (account: Account) => Promise<unknown>> = {
  'sign-in': ({ email, password: old }) =>
    post(callApi(product.url, signIn, { body: { email, password: old } })),
  'sign-out': ({ token }) => post(callApi(product.url, signOut, {}, token)),
  'sign-out-everywhere': ({ token }) => post(callApi(product.url, endAllSessions, {}, token)),
  'password-changed': ({ token, password: currentPassword }) =>
    post(callApi(product.url, changePassword, { body: { currentPassword, newPassword: password } }, token)),
  'password-reset': async ({ link }) =>
    post(callApi(product.url, resetPassword, { body: { token: await link('reset-password'), password } })),
  'email-verified': async ({ link }) =>
    post(callApi(product.url, verifyEmail, { body: { token: await link('verify-email') } })),
  'email-change-requested': ({ email, token, password: currentPassword }) =>
    post(callApi(product.url, changeEmail, { body: { newEmail: `new-${email}`, currentPassword } }, token)),
  'email-changed': async ({ link, token: session }) =>
    post(callApi(product.url, confirmEmailChange, { body: { token: await link('change-email') } }, session)),
  // The undo link of the change is older than the links that were made after it.
  'email-change-undone': async ({ id, email }) => {
    const [undo] = await product.db.query(
      `SELECT id FROM account_links WHERE user_id = $1 AND purpose = 'undo-email-change' AND address = $2`,
      [id, email],
    );
    const token = await accountLinks['undo-email-change'].sign({ jti: undo.id }, product.config);
    await post(callApi(product.url, undoEmailChange, { body: { token } }));
  },
  'claimed-with-google': async ({ email }) =>
    post(enterAs(product, await addGooglePerson(product, { email }))),
  'guardian-named': ({ token, email }) =>
    post(callApi(product.url, changeGuardian, { body: { guardianEmail: `aunt-of-${email}` } }, token)),
  'guardian-agreed': async ({ link, email }) =>
    post(
      callApi(product.url, giveGuardianConsent, {
        body: { token: await link('guardian-consent', `guardian-of-${email}`) },
      }),
    ),
  'came-of-age': ({ id }) =>
    product.db
      .query('UPDATE users SET adult_from = current_date WHERE id = $1', [id])
      .then(() => comeOfAge(product.db, new Date())),
  suspended: suspend,
  restored: (account) =>
    inTransaction(product.db, (manager) =>
      restorePerson(manager, { userId: account.id, operatorId, reason: 'A mistake.' }, false),
    ),
  'erasure-requested': ({ id }) => inTransaction(product.db, (manager) => endAccount(manager, id)),
};

function suspend({ id: userId }: Pick<Account, 'id'>): Promise<boolean> {
  return inTransaction(product.db, (manager) =>
    suspendPerson(manager, { userId, operatorId, reason: 'A reason.' }, false),
  );
}

async function accountFor(event: LinkEvent): Promise<Account> {
  const email = `p-${crypto.randomUUID().slice(0, 8)}@gmail.com`;
  const isMinor = event.startsWith('guardian') || event === 'came-of-age';
  const age = isMinor ? { isAdult: 'false', guardianEmail: `guardian-of-${email}` } : {};
  const person = await join(product.url, 'learner', { email, ...age });
  const id = await idOf(product, person);
  await product.db.query('DELETE FROM account_links WHERE user_id = $1', [id]);
  if (event === 'restored') await suspend({ id });
  // The event brings the account back to its first address.
  if (leavesAddress.includes(event))
    await product.db.query(
      `UPDATE users SET email = 'moved-' || email, email_verified_at = now() WHERE id = $1`,
      [id],
    );
  const link = async (purpose: LinkPurpose, address = email) =>
    accountLinks[purpose].sign({ jti: await addLink(id, purpose, address) }, product.config);
  return { ...person, id, link };
}

/** Adds one open link of each kind; the account left its present address 20 minutes ago. Returns the ids. */
async function addLinks({ id, email }: Account): Promise<string[]> {
  const undo = (whose: string, options: { isReserved?: boolean; age: number }) =>
    addLink(id, 'undo-email-change', `${whose}-${email}`, options);
  await product.db.query(`UPDATE account_links SET used_at = now() WHERE user_id = $1`, [id]);
  await addLink(id, 'undo-email-change', email, { age: 20 });
  return Promise.all([
    addLink(id, 'verify-email', email),
    addLink(id, 'reset-password', email),
    addLink(id, 'change-email', `changed-${email}`),
    addLink(id, 'guardian-consent', `guardian-of-${email}`),
    undo('earlier', { age: 30 }),
    undo('unconfirmed', { age: 30, isReserved: false }),
    undo('later', { age: 10 }),
  ]);
}

describe('the table of decision 091', () => {
  it('has each event and each purpose of a link', () => {
    expect(documented.map(([event]) => event)).toEqual(Object.keys(linkRules));
    expect(kinds.map((kind) => kind.replace(/^undo,.*/, 'undo-email-change'))).toEqual(
      expect.arrayContaining(Object.keys(accountLinks)),
    );
  });

  it.each(documented)('after %s', async (event, ...expected) => {
    const account = await accountFor(event as LinkEvent);
    const ids = await addLinks(account);
    await perform[event as LinkEvent](account);
    const open: { id: string }[] = await product.db.query(
      'SELECT id FROM account_links WHERE user_id = $1 AND used_at IS NULL',
      [account.id],
    );
    const isOpen = new Set(open.map(({ id }) => id));
    const effects = ids.map((id, index) => [kinds[index], isOpen.has(id) ? 'stays' : 'ends']);
    expect(Object.fromEntries(effects)).toEqual(
      Object.fromEntries(kinds.map((kind, i) => [kind, expected[i]])),
    );
  });
});
