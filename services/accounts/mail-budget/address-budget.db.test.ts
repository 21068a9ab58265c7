import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeGuardian } from '#contracts/accounts/guardians.ts';
import { changeEmail } from '#contracts/accounts/profile-changes.ts';
import { resendVerification } from '#contracts/accounts/recovery.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product?.close());

/** Returns how many mails with a link one person has caused to all spellings of a mailbox. */
async function mailsAbout({ email }: SignedIn, mailbox: string): Promise<number> {
  const [mails] = await product.db.query(
    `SELECT count(*)::int AS n FROM outbox o JOIN account_links l ON l.id::text = o.payload->>'id'
       JOIN users u ON u.id = l.user_id
     WHERE u.email = $1 AND l.address LIKE $2 AND o.payload->>'mail' <> 'email-is-changing'`,
    [email, mailbox],
  );
  return mails.n;
}
const move = ({ token, password }: SignedIn, newEmail: string) =>
  callApi(product.url, changeEmail, { body: { newEmail, currentPassword: password } }, token);

// ASVS 2.4.1
it('a person who moves to the address of a stranger again and again causes ten mails a day to that mailbox', async () => {
  const person = await join(product.url, 'learner');
  for (let turn = 0; turn < 13; turn += 1) {
    const { status, body } = await move(person, `stranger+${turn}@people.example`);
    expect([status, body.message]).toEqual([202, expect.stringContaining('open the link')]);
  }
  expect(await mailsAbout(person, 'stranger+%')).toBe(10);
  // Other addresses and other people have budgets of their own, and the next day has another.
  await move(person, 'second@people.example');
  expect(await mailsAbout(person, 'second@%')).toBe(1);
  const other = await join(product.url, 'learner');
  await move(other, 'stranger@people.example');
  expect(await mailsAbout(other, 'stranger@%')).toBe(1);
  await product.db.query("UPDATE account_links SET created_at = created_at - interval '1 day'");
  await move(person, 'stranger+99@people.example');
  expect(await mailsAbout(person, 'stranger+%')).toBe(11);
});

// ASVS 2.4.1
it('naming a guardian and confirming an address share the budget of the mailbox', async () => {
  const guardianEmail = 'guardian@people.example';
  const learner = await join(product.url, 'learner', { isAdult: 'false', guardianEmail });
  const name = async (address: string) =>
    (await callApi(product.url, changeGuardian, { body: { guardianEmail: address } }, learner.token)).status;
  for (let turn = 1; turn < 10; turn += 1) expect(await name(`guardian+${turn}@people.example`)).toBe(202);
  const refused = await callApi(product.url, changeGuardian, { body: { guardianEmail } }, learner.token);
  expect([refused.status, refused.body.message]).toEqual([
    429,
    'We have sent many mails to this address today. Please try again tomorrow.',
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await move(learner, 'guardian-elect@people.example');
  expect(await mailsAbout(learner, 'guardian%')).toBe(11);

  const again = async () => (await callApi(product.url, resendVerification, {}, learner.token)).status;
  for (let turn = 1; turn < 10; turn += 1) expect(await again()).toBe(202);
  expect(await again()).toBe(429);
  expect(await mailsAbout(learner, learner.email)).toBe(10);
});
