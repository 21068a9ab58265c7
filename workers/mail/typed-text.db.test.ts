import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { changeEmail } from '#contracts/accounts/profile-changes.ts';
import { forgotPassword } from '#contracts/accounts/recovery.ts';
import { confirmEmail } from '#tests/security/support/accounts.ts';
import { composeWaiting } from '#tests/support/mails/composed-mails.ts';
import { fileRequest, join, mailsTo, requestBody } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product?.close());

const typed = 'Canaryword';

async function textsTo(address: string, mails: Parameters<typeof composeWaiting>[2]): Promise<string[]> {
  return (await composeWaiting(product, address, mails)).map((mail) => JSON.stringify(mail));
}

it('mails with a link to an address that is not confirmed do not contain the name that was typed', async () => {
  const person = await join(product.url, 'learner', { fullName: `${typed} Lottery` });
  await callApi(product.url, forgotPassword, { body: { email: person.email } });
  const newEmail = 'stranger@people.example';
  const changed = await callApi(
    product.url,
    changeEmail,
    { body: { newEmail, currentPassword: person.password } },
    person.token,
  );
  expect(changed.status).toBe(202);
  await product.startWorkers();
  await vi.waitFor(async () => {
    const { httpUrl } = product.sandbox;
    const mails = [...(await mailsTo(httpUrl, person.email)), ...(await mailsTo(httpUrl, newEmail))];
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Choose a new password',
      'Please confirm your email address',
      'Please confirm your new email address',
      'The email address of your account is changing',
    ]);
    for (const mail of mails) expect(JSON.stringify(mail)).not.toContain(typed);
  }, patient);
});

it('an invitation contains typed text only for an address that its account has confirmed', async () => {
  const learner = await join(product.url, 'learner');
  await confirmEmail(product, learner);
  const [confirmed, unconfirmed] = [
    await join(product.url, 'sponsor'),
    await join(product.url, 'sponsor', { isVerified: false }),
  ];
  const addresses = [confirmed.email, unconfirmed.email, 'aunt@people.example'];
  const course = { ...requestBody().course, courseTitle: `${typed} course`, platform: `${typed} school` };
  const motivation = `${typed} for everyone`;
  const wanted = { isPrivate: true, recipientEmails: addresses };
  await fileRequest(product.url, learner, { ...wanted, course, motivation });
  const mails = await Promise.all(addresses.map((address) => textsTo(address, ['invitation'])));
  expect(mails.map(([mail]) => mail?.includes(typed))).toEqual([true, false, false]);
  expect(mails.map(([mail]) => mail?.includes(learner.fullName))).toEqual([true, false, false]);
});

it('an invitation to any address names the course as the catalogue does', async () => {
  const learner = await join(product.url, 'learner');
  await confirmEmail(product, learner);
  const url = 'https://learn.example/weaving';
  await product.db.query(
    `INSERT INTO courses (title, description, platform, url, level, status)
     VALUES ('Weaving for beginners', '', 'Loom School', $1, 'All', 'Paid')`,
    [url],
  );
  const course = { ...requestBody().course, courseTitle: `${typed} course`, platform: 'Loom School' };
  const address = 'uncle@people.example';
  await fileRequest(product.url, learner, { isPrivate: true, recipientEmails: [address], link: url, course });
  const [mail] = await textsTo(address, ['invitation']);
  expect(mail).toContain('Weaving for beginners');
  expect(mail).not.toContain(typed);
});
