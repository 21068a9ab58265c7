import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Books } from '#sandbox/providers/payments/control/control-money-page.ts';
import {
  chargeSuccess,
  refundEvent,
  webhookBody,
} from '#sandbox/providers/payments/webhooks/webhook-event.ts';
import { rows } from '#services/platform/database/sql.ts';
import { percentile } from '#tests/bench/core/statistics.ts';
import { controlPayments } from '#tests/support/money/payment-control.ts';
import type { Load } from '../load/load.ts';
import { file, initiate, pressAt } from '../load/payer.ts';
import { createRandom, type Random } from '../random.ts';
import type { Scenario, Stage } from './scenario.ts';

const deliveries = 50_000;
/** Shares of the deliveries; the others are about references that we do not know, each another one. */
const copiedShare = 0.2;
const forgedShare = 0.1;
const payments = 1_000;
const unpaid = 100;
/** Shares of the payments; the webhooks of `late` ones come after all others. */
const neverShare = 0.05;
const lateShare = 0.05;
const refundedShare = 0.1;
const clients = 16;
const recoveredMs = 180_000;

interface Delivery {
  body: string;
  isForged: boolean;
}

/**
 * 50,000 webhooks about 1,000 payments and unknown ones: copies, forged ones, refunds before the payment they are of, late
 * ones, and payments without any. The provider itself sends none.
 */
export const webhooksInDisorder: Scenario = {
  name: 'webhooks-in-disorder',
  rate: 0.5,
  seconds: 60,
  async act(stage) {
    const random = createRandom(stage.seed + 3);
    await controlPayments(stage.system, 'PATCH', 'settings', { webhooks: 'off' });
    const opened = await openPayments(stage, random);
    const { soon, late } = await planDeliveries(stage, opened.paid, opened.unpaid, random);
    const sent: Sent = { times: [], wrong: [] };
    let startMs = Date.now();
    await stage.fault('webhooks in disorder', async () => {
      startMs = Date.now();
      await send(stage, soon, sent);
      await send(stage, late, sent);
    });
    const endMs = Date.now();
    const left = await waitForSettlement(stage, opened.paid, endMs);
    const approved = await rows<{ reference: string }>(
      stage.system.db,
      `SELECT reference FROM payments WHERE reference = ANY($1) AND status NOT IN ('initiating', 'pending', 'abandoned', 'failed')`,
      [opened.unpaid],
    );
    return {
      figures: {
        deliveries: sent.times.length,
        'deliveries a second': Math.round(sent.times.length / ((endMs - startMs) / 1_000)),
        'acknowledged, p99 in ms': Math.round(percentile(sent.times, 0.99)),
        'payments of the deliveries': opened.paid.length,
        'all settled after the last delivery, s': ((left.atMs - endMs) / 1_000).toFixed(1),
      },
      violations: [
        ...sent.wrong.slice(0, 20),
        ...left.references.map((reference) => `${reference} is paid and not settled`),
        ...approved.map(({ reference }) => `${reference} was settled by a forged webhook`),
      ],
    };
  },
};

interface Sent {
  times: number[];
  wrong: string[];
}

async function openPayments(stage: Stage, random: Random): Promise<{ paid: string[]; unpaid: string[] }> {
  const load: Load = { ...stage, random, url: () => stage.system.urls[2] };
  const [paid, notPaid]: [string[], string[]] = [[], []];
  let next = 0;
  await inParallel(8, async () => {
    if (next >= payments + unpaid) return false;
    next += 1;
    const isPaid = next <= payments;
    const requestId = await file(load, random.pick(stage.crowd.learners));
    const opened = requestId && (await initiate(load, random.pick(stage.crowd.sponsors), requestId));
    if (!opened) return true;
    if (isPaid) await pressAt(load, opened, 'pay');
    (isPaid ? paid : notPaid).push(opened.reference);
    return true;
  });
  return { paid, unpaid: notPaid };
}

/** Writes the webhooks as the provider would, in a random order, with those that come late apart. */
async function planDeliveries(stage: Stage, paid: string[], notPaid: string[], random: Random) {
  for (const reference of paid.slice(0, payments * refundedShare))
    await controlPayments(stage.system, 'POST', `transactions/${reference}/refund`, { stage: 'processed' });
  const { transactions, refunds }: Books = await controlPayments(stage.system, 'GET', 'ledger');
  const charges = new Map(
    transactions.map((transaction) => [transaction.reference, webhookBody(chargeSuccess(transaction))]),
  );
  const bodyOf = (reference: string) => charges.get(reference) ?? '';
  const [never, lateOnes] = [payments * neverShare, payments * lateShare];
  // From the end of the list: the first ones are refunded.
  const delivered = paid.slice(0, paid.length - never);
  const late = delivered.slice(-lateOnes).map(bodyOf);
  const real = delivered.slice(0, -lateOnes).map(bodyOf);
  const refundBodies = refunds.flatMap((refund) => {
    const transaction = transactions.find(({ reference }) => reference === refund.reference);
    return transaction && paid.includes(refund.reference)
      ? [webhookBody(refundEvent(transaction, refund))]
      : [];
  });
  const isSigned = { isForged: false };
  const soon: Delivery[] = [...real, ...refundBodies].map((body) => ({ body, ...isSigned }));
  for (let count = 0; count < deliveries * copiedShare; count++)
    soon.push({ body: random.pick(real as [string, ...string[]]), ...isSigned });
  const all = [...paid, ...notPaid] as [string, ...string[]];
  for (let count = 0; count < deliveries * forgedShare; count++)
    soon.push({ body: bodyOf(random.pick(all)), isForged: true });
  for (let count = 0; soon.length + late.length < deliveries; count++) {
    const data = { id: 9_000_000_000 + count, reference: `unknown-${count}`, amount: 1, currency: 'NGN' };
    soon.push({ body: webhookBody({ event: 'charge.success', data }), ...isSigned });
  }
  const order = soon.map((delivery) => ({ delivery, at: random.next() })).sort((a, b) => a.at - b.at);
  return {
    soon: order.map(({ delivery }) => delivery),
    late: late.map((body) => ({ body, ...isSigned })),
  };
}

async function send({ system }: Stage, list: readonly Delivery[], sent: Sent): Promise<void> {
  let next = 0;
  await inParallel(clients, async () => {
    const delivery = list[next];
    next += 1;
    if (!delivery) return false;
    const { body, isForged } = delivery;
    const key = isForged ? 'sk_test_of_another' : system.config.payment.secretKey;
    const startMs = performance.now();
    const response = await fetch(`${system.urls[next % 2]}/api/course/webhook/paystack`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-paystack-signature': createHmac('sha512', key).update(body).digest('hex'),
      },
      body,
    });
    await response.arrayBuffer();
    sent.times.push(performance.now() - startMs);
    if (response.status !== (isForged ? 401 : 200))
      sent.wrong.push(`${isForged ? 'forged' : 'signed'}: ${response.status} for ${body.slice(0, 100)}`);
    return true;
  });
}

async function waitForSettlement({ system }: Stage, references: string[], fromMs: number) {
  for (;;) {
    const open = await rows<{ reference: string }>(
      system.db,
      'SELECT reference FROM payments WHERE reference = ANY($1) AND settled_at IS NULL',
      [references],
    );
    if (open.length === 0 || Date.now() - fromMs > recoveredMs)
      return { atMs: Date.now(), references: open.map(({ reference }) => reference) };
    await sleep(500);
  }
}

/** Calls `step` in so many chains until it returns false in each. */
async function inParallel(chains: number, step: () => Promise<boolean>): Promise<void> {
  const chain = async () => {
    while (await step());
  };
  await Promise.all(Array.from({ length: chains }, chain));
}
