import { vi } from 'vitest';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { reportNotReceived } from '#contracts/purchases/not-received.ts';
import { payDifference, takeMoneyBack } from '#contracts/purchases/price-choices.ts';
import { redeemCourse } from '#contracts/purchases/purchases.ts';
import { submitAppeal } from '#contracts/safety/appeals.ts';
import { pdf } from '../money/certificates.ts';
import { controlPayments } from '../money/payment-control.ts';
import { sendProof } from '../money/proofs.ts';
import { linkIn, mailAbout } from '../people/account-steps.ts';
import { press } from '../people/people.ts';
import { callApi } from '../product/api-client.ts';
import { patient } from '../soon.ts';
import { type DayWorld, idle } from './day-world.ts';

interface Row {
  id: string;
  title: string;
  isAgain?: boolean;
}

/** Lets learners, sponsors, banks and the provider answer what they were asked, as far as the day has them answer. */
export async function answerAll(world: DayWorld): Promise<void> {
  await idle(world);
  await answerPrices(world);
  await moveRefunds(world);
  await decideDisputes(world);
  await enrol(world);
  await appeal(world);
  await idle(world);
}

const titled = (world: DayWorld, text: string): Promise<Row[]> => world.product.db.query(text);

/** Waits until webhooks and jobs have brought what was decided. */
const untilNone = ({ product }: DayWorld, text: string, ids: readonly string[]): Promise<void> =>
  vi.waitFor(async () => {
    if ((await product.db.query(text, [ids])).length > 0) throw new Error(`Not all of ${ids} have moved`);
  }, patient);

async function answerPrices(world: DayWorld): Promise<void> {
  const { url, sandbox } = world.product;
  const { token } = world.sponsor;
  const asked = await titled(
    world,
    `SELECT c.id, r.course_title AS title FROM price_choices c JOIN purchases u ON u.id = c.purchase_id
     JOIN requests r ON r.id = u.request_id WHERE c.status = 'waiting'`,
  );
  for (const { id, title } of asked) {
    if (title === 'History') {
      await callApi(url, takeMoneyBack, { params: { id } }, token);
      continue;
    }
    const { data } = (await callApi(url, payDifference, { params: { id } }, token)).body.data;
    await press(sandbox.httpUrl, data.access_code, 'pay');
    await callApi(url, verifyPayment, { query: { reference: data.reference } }, token);
  }
}

/** The provider pays refunds out; one fails once, and for one it needs bank details, which do not come today. */
async function moveRefunds(world: DayWorld): Promise<void> {
  const { product } = world;
  const open = await titled(
    world,
    `SELECT f.provider_id AS id, r.course_title AS title,
       EXISTS (SELECT FROM refunds o WHERE o.payment_id = f.payment_id AND o.status = 'failed') AS "isAgain"
     FROM refunds f JOIN payments p ON p.id = f.payment_id JOIN requests r ON r.id = p.request_id
     WHERE f.provider_id IS NOT NULL AND f.status IN ('pending', 'processing')
     UNION ALL SELECT refund_provider_id, reference, false FROM unmatched_transactions
     WHERE refund_provider_id IS NOT NULL AND refund_status IN ('pending', 'processing')`,
  );
  for (const { id, title, isAgain } of open) {
    const failure = title === 'Quilting' && !isAgain;
    const status = failure ? 'failed' : title === 'History' ? 'needs-attention' : 'processed';
    await controlPayments(product, 'POST', `refunds/${id}`, { status });
  }
  const moved = open.map(({ id }) => id);
  await untilNone(
    world,
    `SELECT provider_id FROM refunds WHERE provider_id = ANY ($1) AND status IN ('pending', 'processing')
     UNION ALL SELECT refund_provider_id FROM unmatched_transactions
     WHERE refund_provider_id = ANY ($1) AND refund_status IN ('pending', 'processing')`,
    moved,
  );
}

/** The bank decides for us; about one dispute it decides another day. */
async function decideDisputes(world: DayWorld): Promise<void> {
  const open = await titled(
    world,
    `SELECT d.provider_id AS id, r.course_title AS title FROM disputes d JOIN payments p ON p.id = d.payment_id
     JOIN requests r ON r.id = p.request_id WHERE d.status = 'awaiting_bank'`,
  );
  const decided = open.filter(({ title }) => title !== 'Nursing').map(({ id }) => id);
  for (const id of decided)
    await controlPayments(world.product, 'POST', `disputes/${id}`, { outcome: 'won' });
  const text = `SELECT FROM disputes WHERE provider_id = ANY ($1) AND status <> 'resolved'`;
  await untilNone(world, text, decided);
}

/** Learners enrol; one says first that nothing arrived, one says nothing, and for one the sponsor sends a proof. */
async function enrol(world: DayWorld): Promise<void> {
  const { product, learner, sponsor } = world;
  const handedOver = await titled(
    world,
    `SELECT u.request_id AS id, r.course_title AS title,
       EXISTS (SELECT FROM case_acts a JOIN cases c ON c.id = a.case_id WHERE c.subject_id = u.id::text
         AND a.act = 'resumed') AS "isAgain"
     FROM purchases u JOIN requests r ON r.id = u.request_id
     WHERE u.status = 'handed_over' AND u.not_received_at IS NULL`,
  );
  for (const { id, title, isAgain } of handedOver) {
    if (title === 'Chemistry') continue;
    if (title === 'Biology') {
      await sendProof(product.url, sponsor, id, pdf('Receipt'));
      continue;
    }
    const call = title === 'Economics' && !isAgain ? reportNotReceived : redeemCourse;
    const { status, body } = await callApi(product.url, call, { params: { id } }, learner.token);
    if (status !== 200) throw new Error(`${title}: ${status} ${body.message}`);
  }
}

/** A learner whose request was rejected appeals, and one who was suspended. */
async function appeal(world: DayWorld): Promise<void> {
  const { product, people } = world;
  const { url, db, sandbox } = product;
  const text = 'Please look at it again.';
  const send = async (body: object, token?: string) => {
    const { status, body: answer } = await callApi(url, submitAppeal, { body: { ...body, text } }, token);
    if (status !== 201) throw new Error(`The appeal returned ${status}: ${answer.message}`);
  };
  const none = `NOT EXISTS (SELECT FROM cases WHERE kind = 'appeal' AND subject_id = `;
  const rejected = await db.query(
    `SELECT id FROM requests r WHERE 'rejected' = ANY (holds) AND ${none} r.id::text)`,
  );
  for (const { id } of rejected) await send({ request: id }, people.yara?.token);
  const suspended = await db.query(`SELECT s.id FROM suspensions s WHERE ${none} s.user_id::text)`);
  if (suspended.length === 0) return;
  const mail = await mailAbout(sandbox.httpUrl, people.sam?.email ?? '', /suspended/i);
  await send({ token: new URL(linkIn(mail, 'appeal')).searchParams.get('token') ?? '' });
}
