import { afterAll, beforeAll, expect, it } from 'vitest';
import { minuteMs } from '#contracts/durations.ts';
import { notifyApproversJob } from '#services/cases/cases.jobs.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { type Askers, askers, askFor } from '#tests/support/people/ask-for-approval.ts';
import type { TestOperator } from '#tests/support/people/operators.ts';
import { mailsTo } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { untilIdle } from '#tests/support/product/until-idle.ts';

let product: TestProduct;
let people: Askers;
beforeAll(async () => {
  product = await startTestProduct({ OPERATORS_FOUR_EYES: 'true', OPERATORS_APPROVAL_LIMITS: 'NGN:10000' });
  await product.startWorkers();
  people = await askers(product);
});
afterAll(() => product?.close());

const subjectsTo = async ({ email }: TestOperator) =>
  (await mailsTo(product.sandbox.httpUrl, email))
    .map(({ subject }) => subject)
    .filter((subject) => subject.endsWith('your approval'));

const settled = () => untilIdle(product.db);

const notify = () => inTransaction(product.db, (manager) => enqueue(manager, notifyApproversJob, {}));

/** Lets time pass since the last mails; the jobs that wait for it become due. */
async function pass(minutes: number): Promise<void> {
  const ago = `now() - interval '${minutes} minutes'`;
  await product.db.query(
    `UPDATE operators SET approvals_mailed_at = ${ago} WHERE approvals_mailed_at IS NOT NULL`,
  );
  await product.db.query(
    `UPDATE outbox SET available_at = now() WHERE job = $1 AND closed_at IS NULL AND available_at > now()
       AND available_at - interval '${minutes} minutes' <= now()`,
    [notifyApproversJob.name],
  );
  await notify();
}

it('mails what waits to those who may approve it: the first at once, then gathered, once an hour', async () => {
  const { ada, grace, lena } = people;
  await askFor(product, people, 'suspend');
  await settled();
  expect(await subjectsTo(grace)).toEqual(['One act waits for your approval']);
  expect(await subjectsTo(lena)).toEqual(['One act waits for your approval']);
  expect(await subjectsTo(ada)).toEqual([]);

  await askFor(product, people, 'suspend');
  await askFor(product, people, 'suspend');
  await settled();
  expect(await subjectsTo(grace)).toHaveLength(1);
  const waiting = `SELECT 1 FROM outbox WHERE job = $1 AND closed_at IS NULL AND available_at > now() + interval '50 minutes'`;
  expect(await product.db.query(waiting, [notifyApproversJob.name])).toHaveLength(2);

  await pass(59);
  await settled();
  expect(await subjectsTo(grace)).toHaveLength(1);
  await pass(61);
  await settled();
  expect(await subjectsTo(grace)).toEqual([
    '3 acts wait for your approval',
    'One act waits for your approval',
  ]);
  expect(await subjectsTo(lena)).toHaveLength(2);

  await pass(61);
  await settled();
  expect(await subjectsTo(grace)).toHaveLength(2);
});

it('does not wait with a dispute that is due before the next mail, which a lead approves', async () => {
  const { grace, lena } = people;
  await pass(1);
  await settled();
  const before = [(await subjectsTo(grace)).length, (await subjectsTo(lena)).length];
  await askFor(product, people, 'accept_dispute', new Date(Date.now() + 30 * minuteMs));
  await settled();
  expect(await subjectsTo(lena)).toHaveLength(Number(before[1]) + 1);
  expect(await subjectsTo(grace)).toHaveLength(before[0] ?? 0);
});

it('sends no mail about what was decided before', async () => {
  const { grace } = people;
  await pass(61);
  await settled();
  await pass(1);
  await settled();
  const before = await subjectsTo(grace);
  await askFor(product, people, 'suspend');
  await settled();
  await product.db.query('DELETE FROM pending_approvals');
  await pass(61);
  await settled();
  expect(await subjectsTo(grace)).toEqual(before);
});

it('leads to the approvals by way of the sign-in', async () => {
  const [mail] = await mailsTo(product.sandbox.httpUrl, people.lena.email);
  expect(mail?.text).toContain('/ops/sign-in?next=%2Fops%2Fapprovals&from=mail');
});
