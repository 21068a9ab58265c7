import { vi } from 'vitest';
import { verifyEmail } from '#contracts/accounts/recovery.ts';
import type { CaseKind } from '#contracts/cases/cases.ts';
import { hourMs } from '#contracts/durations.ts';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { chooseRest } from '#contracts/purchases/rests.ts';
import { withdrawRequest } from '#contracts/requests/requests.ts';
import { submitReport } from '#contracts/safety/reports.ts';
import { sendThankYou } from '#contracts/thanks/thanks.ts';
import { checkOutages } from '#services/cases/outages.ts';
import { writeCourses } from '#services/catalogue/write-courses.ts';
import { verifyPaymentJob } from '#services/payments/payments.jobs.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { openCondition } from '#services/platform/queue/outbox.entity.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { createPaymentProvider } from '#services/providers/create-payment-provider.ts';
import { payRequest } from '../money/paid-purchases.ts';
import { controlPayments } from '../money/payment-control.ts';
import { linkIn, mailAbout } from '../people/account-steps.ts';
import { fileRequest, join, press, requestBody, type SignedIn, startPayment } from '../people/people.ts';
import { callApi } from '../product/api-client.ts';
import type { TestProduct } from '../product/test-product.ts';
import { patient } from '../soon.ts';

/** Learners, sponsors and the provider of a day at the desk. */
export interface DayWorld {
  product: TestProduct;
  learner: SignedIn;
  sponsor: SignedIn;
  /** Ids of requests by title of their course. */
  requests: Map<string, string>;
  /** Other learners, by first name. */
  people: Record<string, SignedIn>;
}

/** Starts the world of a product with workers. Refunds at the provider move only by {@link answerAll}. */
export async function startWorld(product: TestProduct): Promise<DayWorld> {
  await controlPayments(product, 'PATCH', 'settings', { refundStepMs: null });
  const learner = await join(product.url, 'learner', { fullName: 'Ada Obi' });
  const sponsor = await join(product.url, 'sponsor', { fullName: 'Grace Hall' });
  return { product, learner, sponsor, requests: new Map(), people: {} };
}

/** Waits until no job is due. */
export function idle({ product }: DayWorld): Promise<void> {
  return vi.waitFor(async () => {
    const due = await product.db.query(
      `SELECT job FROM outbox WHERE ${openCondition} AND available_at <= now()`,
    );
    if (due.length > 0) throw new Error(`Jobs are due: ${due.map(({ job }: { job: string }) => job).join()}`);
  }, patient);
}

async function file(
  { product, learner, requests }: DayWorld,
  courseTitle: string,
  { who = learner, ...request }: { who?: SignedIn; [field: string]: unknown } = {},
): Promise<string> {
  const course = { ...requestBody().course, courseTitle };
  const id = await fileRequest(product.url, who, { course, ...request });
  requests.set(courseTitle, id);
  return id;
}

const pay = async (world: DayWorld, title: string, request = {}) =>
  payRequest(world.product, world.sponsor, await file(world, title, request));

/** Has the sponsor pay after the provider has changed the transaction. */
async function payOtherwise(world: DayWorld, title: string, change: object): Promise<void> {
  const { product, sponsor } = world;
  const begun = await startPayment(product.url, sponsor, await file(world, title));
  const { reference, access_code: accessCode } = begun.body.data.data;
  await controlPayments(product, 'PATCH', `transactions/${reference}`, change);
  await press(product.sandbox.httpUrl, accessCode, 'pay');
  await callApi(product.url, verifyPayment, { query: { reference } }, sponsor.token);
}

const gift = { delivery: 'gift-to-email', account: { email: 'ada@platform.example' } };
const code = { delivery: 'enrolment-code', account: undefined };

/** Brings about the purchases, with the questions, disputes and refunds that follow. */
async function bringPurchases(world: DayWorld): Promise<void> {
  const { product, sponsor, learner, requests } = world;
  for (const title of ['Algebra', 'French', 'Geology', 'History', 'Korean', 'Music', 'Nursing', 'Quilting'])
    await pay(world, title, gift);
  await pay(world, 'Biology', code);
  await pay(world, 'Chemistry');
  await pay(world, 'Economics', gift);
  await pay(world, 'Japanese', gift);
  const params = { id: requests.get('Japanese') ?? '' };
  await callApi(product.url, chooseRest, { params, body: { rest: 'payer' } }, sponsor.token);
  for (const title of ['Korean', 'Music', 'Nursing'])
    await controlPayments(product, 'POST', `transactions/${await referenceOf(world, title)}/dispute`, {});
  await untilCases(world, 'dispute', 3);
  for (const title of ['Algebra', 'Biology'])
    await callApi(
      product.url,
      sendThankYou,
      {
        params: { id: requests.get(title) ?? '' },
        body: { stage: 'paid', text: 'Thank you! My number is 0801 234 5678.' },
      },
      learner.token,
    );
}

/** Waits until there are this many cases of a kind. */
const untilCases = ({ product }: DayWorld, kind: CaseKind, count: number): Promise<void> =>
  vi.waitFor(async () => {
    const opened = await product.db.query('SELECT FROM cases WHERE kind = $1', [kind]);
    if (opened.length < count) throw new Error(`${opened.length} cases of the kind ${kind}`);
  }, patient);

/** Returns the reference of the first payment for a course. */
async function referenceOf({ product, requests }: DayWorld, title: string): Promise<string> {
  const text = 'SELECT reference FROM payments WHERE request_id = $1 ORDER BY created_at';
  return (await product.db.query(text, [requests.get(title)]))[0].reference;
}

/** Brings about payments that are not as requested, and money that no payment has. */
async function bringOddMoney(world: DayWorld): Promise<void> {
  const { product, sponsor, learner } = world;
  await payOtherwise(world, 'Sewing', { amountMinor: 1_950_000 });
  await payOtherwise(world, 'Theology', { amountMinor: 1_000_000 });
  await payOtherwise(world, 'Vision', { currency: 'USD' });
  // Paid after the learner has withdrawn the request.
  const id = await file(world, 'Optics');
  const { reference, access_code: accessCode } = (await startPayment(product.url, sponsor, id)).body.data
    .data;
  await callApi(product.url, withdrawRequest, { params: { id } }, learner.token);
  await press(product.sandbox.httpUrl, accessCode, 'pay');
  await callApi(product.url, verifyPayment, { query: { reference } }, sponsor.token);
  const paidAt = new Date(Date.now() - hourMs).toISOString();
  for (const name of ['pos-ours', 'pos-back', 'pos-other'])
    await controlPayments(product, 'POST', 'transactions', {
      ...{ reference: name, email: sponsor.email, amountMinor: 2_001_800, currency: 'NGN', paidAt },
    });
  // A payment that was never finished; its money arrived in another way.
  await startPayment(product.url, sponsor, await file(world, 'Upholstery'));
}

/** Brings about reports, and an invitation whose text must be read. */
async function bringPeople(world: DayWorld): Promise<void> {
  const { product, people } = world;
  const { url, db, sandbox } = product;
  const report = (about: 'request' | 'course' | 'learner', id: string, reason: 'wrong' | 'fraud' = 'wrong') =>
    callApi(url, submitReport, { body: { about, id, reason } });
  const yara = await join(url, 'learner', { fullName: 'Yara Rejected' });
  await report('request', await file(world, 'Wiring'));
  await report('request', await file(world, 'Xylophone'), 'fraud');
  await report('request', await file(world, 'Yoga', { who: yara }));
  await writeCourses(db, [
    {
      ...{ title: 'Rich in a week', description: 'Quick money.', platform: 'edX', tags: ['money'] },
      ...{ url: 'https://edx.example/rich', level: 'Beginner', status: 'Paid', access: 'paid' },
    },
  ]);
  await report('course', (await db.query('SELECT slug FROM courses'))[0].slug);
  const zoe = await join(url, 'learner', { fullName: 'Zoe Inviting' });
  const confirmation = linkIn(
    await mailAbout(sandbox.httpUrl, zoe.email, /confirm your email/i),
    'verify-email',
  );
  const token = new URL(confirmation).searchParams.get('token') ?? '';
  await callApi(url, verifyEmail, { body: { token } });
  const private_ = { isPrivate: true, isPublic: false, recipientEmails: ['friend@new.example'] };
  await file(world, 'Zoology', { who: zoe, ...private_ });
  Object.assign(people, {
    yara,
    sam: await join(url, 'learner', { fullName: 'Sam Suspended' }),
    tom: await join(url, 'learner', { fullName: 'Tom Declined' }),
  });
}

/** Brings about a job that fails for good, and a provider that was unavailable for more than five minutes. */
async function bringFailures(world: DayWorld): Promise<void> {
  const { product } = world;
  const { db } = product;
  // A payload of an earlier release.
  await db.query(`INSERT INTO outbox (job, payload) VALUES ('payments.verify', '{"reference": 7}')`);
  await untilCases(world, 'incident', 1);
  const reference = await referenceOf(world, 'Upholstery');
  await controlPayments(product, 'POST', 'faults', {
    on: 'verify',
    reference,
    times: null,
    fault: { kind: 'error', status: 503 },
  });
  await inTransaction(db, (manager) => enqueue(manager, verifyPaymentJob, { reference }));
  await vi.waitFor(async () => {
    const since = `UPDATE service_outages SET since = now() - interval '6 minutes' RETURNING 1`;
    if ((await db.query(since))[1] === 0) throw new Error('No outage is recorded yet');
  }, patient);
  await checkProvider(world);
  await untilCases(world, 'incident', 2);
}

/** Checks whether the provider serves us again. */
async function checkProvider(world: DayWorld): Promise<void> {
  const { product } = world;
  const provider = createPaymentProvider(product.config.payment);
  const reference = await referenceOf(world, 'Upholstery');
  const unused = () => Promise.resolve();
  await checkOutages(product.db, { provider: () => provider.verify(reference), mail: unused });
}

/** Brings about the cases of a morning. */
export async function bringMorning(world: DayWorld): Promise<void> {
  await bringPurchases(world);
  await bringOddMoney(world);
  await bringPeople(world);
  await bringFailures(world);
}

/** The provider serves us again, and a release corrects the job that fails. */
export async function endFailures(world: DayWorld): Promise<void> {
  const { product } = world;
  await controlPayments(product, 'DELETE', 'faults');
  await checkProvider(world);
  // The page of the payment that was never finished closes after half an hour.
  await product.db.query(
    `UPDATE payments SET opened_at = opened_at - interval '1 hour', created_at = created_at - interval '1 hour'
     WHERE reference = $1`,
    [await referenceOf(world, 'Upholstery')],
  );
  await product.db.query(
    `UPDATE outbox SET payload = jsonb_build_object('reference', $1::text) WHERE payload = '{"reference": 7}'`,
    [await referenceOf(world, 'Algebra')],
  );
}
