import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getProfile } from '#contracts/accounts/profile.ts';
import { signIn } from '#contracts/accounts/sign-in.ts';
import { eraseAccount } from '#contracts/privacy/privacy.ts';
import { rawCall } from '#tests/security/support/raw-call.ts';
import { createEverything, findText } from '#tests/support/people/everything-about.ts';
import { fileRequest, join, mailsTo, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
});
afterAll(() => product?.close());

const erase = ({ token, password }: SignedIn, currentPassword: string | undefined = password) =>
  callApi(product.url, eraseAccount, { body: { currentPassword } }, token);
const set = (statement: string, ...values: unknown[]) => product.db.query(statement, values);
const placesOf = async (text: string) => (await findText(product.db, text)).map(({ place }) => place);

/** Sends a call with an `Idempotency-Key` that is the same for its path. */
const sendKeyed = (path: string, body: object, who?: SignedIn) =>
  rawCall(product.url, `/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': path,
      ...(who && { authorization: `Bearer ${who.token}` }),
    },
    body: JSON.stringify(body),
  });

async function erased(person: SignedIn): Promise<void> {
  expect(await erase(person)).toMatchObject({ status: 200 });
  await vi.waitFor(async () => expect(await placesOf(person.email)).toEqual([]), patient);
}

describe('an erased account', () => {
  // ASVS 14.2.4
  it('leaves nothing of a learner and a sponsor but amounts without a person', async () => {
    const { learner, sponsor, requestId, paymentId } = await createEverything(product);
    await set("UPDATE payments SET status = 'reversed' WHERE id = $1", paymentId);
    await set("UPDATE outbox SET last_error = 'refused ' || $1 WHERE key LIKE 'mail%'", learner.email);
    await set(
      `UPDATE outbox SET last_error = 'no mailbox of ' || $1
       WHERE id = (SELECT id FROM outbox WHERE key LIKE 'mail%' ORDER BY id LIMIT 1)`,
      learner.fullName,
    );
    const books = () =>
      set('SELECT reference, amount_minor, created_at FROM payments WHERE id = $1', paymentId);
    const before = await books();
    const views = () => set('SELECT 1 FROM request_views WHERE request_id = $1', requestId);
    expect(await views()).not.toEqual([]);
    await erased(learner);
    expect([await placesOf(learner.mark), await views()]).toEqual([[], []]);
    const [request] = await set(
      'SELECT r.status, r.course_title, u.full_name FROM requests r JOIN users u ON u.id = r.learner_id WHERE r.id = $1',
      requestId,
    );
    expect(request).toEqual({
      status: 'withdrawn',
      course_title: 'Machine Learning',
      full_name: 'Former member',
    });
    expect(await placesOf(sponsor.mark)).toContain('users.email');
    await erased(sponsor);
    expect(await placesOf(sponsor.mark)).toEqual([]);
    expect(await books()).toEqual(before);
    expect((await mailsTo(product.sandbox.httpUrl, sponsor.email)).map(({ subject }) => subject)).toContain(
      'Your CourseLift account is deleted',
    );
  });

  it('leaves nothing of a minor whose coming of age is stored, where payments keep the row', async () => {
    const { learner, paymentId } = await createEverything(product);
    await set("UPDATE payments SET status = 'reversed' WHERE id = $1", paymentId);
    await set(
      `UPDATE users SET is_minor = true, guardian_email = 'guardian-' || email, adult_from = current_date + 30 WHERE email = $1`,
      learner.email,
    );
    const [{ id }] = await set('SELECT id FROM users WHERE email = $1', learner.email);
    await erased(learner);
    expect(
      await set('SELECT full_name, is_minor, guardian_email, adult_from FROM users WHERE id = $1', id),
    ).toEqual([{ full_name: 'Former member', is_minor: false, guardian_email: null, adult_from: null }]);
  });

  it('leaves nothing of the person in responses that are stored for repeated calls', async () => {
    const [learner, sponsor] = [await join(product.url, 'learner'), await join(product.url, 'sponsor')];
    const requestId = await fileRequest(product.url, learner);
    const pledge = {
      amount: 5_000,
      currency: 'NGN',
      targetGroup: 'Women in tech',
      note: `By ${sponsor.email}`,
    };
    const report = { about: 'request', id: requestId, reason: 'other', email: sponsor.email };
    const arrange = () => sendKeyed(`/course/meet/${requestId}`, {}, sponsor);
    const storedResponses = async (text: string) =>
      (await set('SELECT 1 FROM idempotency_keys WHERE position($1 IN response::text) > 0', text)).length;
    expect((await sendKeyed('/sponsorship/group', pledge, sponsor)).status).toBe(201);
    expect((await sendKeyed('/report', report)).status).toBe(201);
    expect((await arrange()).text).toContain(learner.email);
    const [{ count: calls }] = await set('SELECT count(*)::int AS count FROM idempotency_keys');
    expect([await storedResponses(learner.email), await storedResponses(sponsor.email)]).toEqual([1, 1]);

    await erased(learner);
    const repeated = await arrange();
    expect(repeated.status).toBe(404);
    for (const text of [learner.email, learner.fullName]) expect(repeated.text).not.toContain(text);
    expect(await storedResponses(requestId)).toBe(0);

    await erased(sponsor);
    expect(await storedResponses(sponsor.email)).toBe(0);
    const [{ count: left }] = await set('SELECT count(*)::int AS count FROM idempotency_keys');
    expect(left).toBe(calls - 2);
  });

  it('is gone as a whole where no payment refers to it; the address can sign up again', async () => {
    const person = await join(product.url, 'learner');
    const id = (await callApi(product.url, getProfile, {}, person.token)).body.data._id;
    await erased(person);
    expect(await set('SELECT 1 FROM users WHERE id = $1', id)).toEqual([]);
    expect(await join(product.url, 'learner', { email: person.email })).toMatchObject({
      email: person.email,
    });
  });

  // ASVS 7.4.2
  it('signs out at once, on every device, and lets no one sign in', async () => {
    const person = await join(product.url, 'sponsor');
    const { email, password } = person;
    const other = (await callApi(product.url, signIn, { body: { email, password } })).body.data.token;
    expect((await erase(person)).status).toBe(200);
    for (const token of [person.token, other])
      expect((await callApi(product.url, getProfile, {}, token)).status).toBe(401);
    expect([401, 403]).toContain((await callApi(product.url, signIn, { body: { email, password } })).status);
  });

  it('keeps the newsletter of an address that the person never confirmed', async () => {
    const person = await join(product.url, 'learner');
    await set('INSERT INTO subscribers (email) VALUES ($1)', person.email);
    expect((await erase(person)).status).toBe(200);
    await vi.waitFor(
      async () => expect(await placesOf(person.email)).toEqual(['subscribers.email']),
      patient,
    );
  });

  it('needs the password, or a recent sign-in', async () => {
    const person = await join(product.url, 'learner');
    expect((await erase(person, 'wrong')).status).toBe(422);
    await set("UPDATE sessions SET created_at = now() - interval '15 minutes'");
    expect((await callApi(product.url, eraseAccount, { body: {} }, person.token)).status).toBe(403);
    expect((await callApi(product.url, getProfile, {}, person.token)).status).toBe(200);
  });
});

describe('an account cannot be erased', () => {
  const paid = "UPDATE requests SET status = 'paid', paid_at = now() WHERE id = REQUEST";
  const approved = "UPDATE payments SET status = 'approved', receipt_number = 4711 WHERE id = PAYMENT";
  const settled = "UPDATE payments SET status = 'reversed' WHERE id = PAYMENT";
  const paymentIs = (status: string) => `UPDATE payments SET status = '${status}' WHERE id = PAYMENT`;

  it.each([
    ['a learner', 'whose course is paid', /paid and not delivered/, [settled, paid]],
    [
      'a learner',
      'whose course is being paid',
      /paying for your course/,
      [
        settled,
        "UPDATE requests SET status = 'reserved', reserved_until = now() + interval '5 minutes' WHERE id = REQUEST",
      ],
    ],
    ['a sponsor', 'with an open payment', /not finished yet/, [paymentIs('pending')]],
    ['a sponsor', 'to whom money is owed', /not finished yet/, [paymentIs('refund_due')]],
    ['a sponsor', 'who just left the payment page', /not finished yet/, [paymentIs('abandoned')]],
    ['a sponsor', 'whose course is not delivered', /not delivered yet/, [paid, approved]],
    [
      'a sponsor',
      'with an open refund',
      /refund to you is under way/,
      [settled, "UPDATE refunds SET status = 'processing', processed_at = NULL WHERE payment_id = PAYMENT"],
    ],
    [
      'a sponsor',
      'with an open dispute',
      /bank disputes/,
      [
        settled,
        "UPDATE disputes SET status = 'awaiting_bank', outcome = NULL, resolved_at = NULL WHERE payment_id = PAYMENT",
      ],
    ],
  ] as const)('of %s %s', async (who, _when, message, statements) => {
    const people = await createEverything(product);
    for (const statement of statements)
      await set(
        statement.replace('REQUEST', `'${people.requestId}'`).replace('PAYMENT', `'${people.paymentId}'`),
      );
    const person = people[who === 'a learner' ? 'learner' : 'sponsor'];
    const response = await erase(person);
    expect(response.status).toBe(409);
    expect(response.body.message).toMatch(message);
    expect((await callApi(product.url, getProfile, {}, person.token)).status).toBe(200);
  });
});
