import { setTimeout as sleep } from 'node:timers/promises';
import { controlPayments } from '#tests/support/money/payment-control.ts';
import type { SignedIn } from '#tests/support/people/people.ts';
import { buyCourse } from './desk.ts';
import type { Load } from './load.ts';
import { captureOther, comeBack, file, initiate, type OpenedPayment, pressAt } from './payer.ts';

/** Shares of the load, in percent; they add up to 100. */
const shares = {
  clean: 70,
  race: 10,
  double: 5,
  late: 5,
  other: 4,
  declined: 3,
  returned: 3,
} as const;
type Kind = keyof typeof shares;

/** Share of clean payments whose course an operator buys, and of payments whose webhook has a fault. */
const boughtShare = 0.15;
const webhookFaultShare = 0.2;
const webhookFaults: [object, ...object[]] = [
  { missing: true },
  { copies: 3 },
  { delayMs: 4_000 },
  { forgedCopies: 1 },
];

function kindOf(percent: number): Kind {
  let sum = 0;
  for (const [kind, share] of Object.entries(shares) as [Kind, number][]) {
    sum += share;
    if (percent < sum) return kind;
  }
  return 'clean';
}

/** One request and what sponsors do about it, from the filing to what the payer sees at the end. */
export async function payOnce(load: Load): Promise<void> {
  const { random, crowd } = load;
  const [learner, sponsor, rival] = [
    random.pick(crowd.learners),
    random.pick(crowd.sponsors),
    random.pick(crowd.sponsors),
  ];
  const kind = kindOf(random.next() * 100);
  const requestId = await file(load, learner);
  if (!requestId) return;
  if (kind === 'race') {
    await Promise.all([sponsor, rival].map((payer) => pay(load, payer, requestId)));
    return;
  }
  const opened = await open(load, sponsor, requestId, kind === 'double');
  if (!opened) return;
  switch (kind) {
    case 'late':
      await sleep(random.between(5_000, 12_000));
      return payAndReturn(load, opened);
    case 'other':
      await captureOther(load, opened);
      await comeBack(load, opened);
      return;
    case 'declined':
      await pressAt(load, opened, 'decline');
      await comeBack(load, opened);
      return;
    case 'returned':
      await pressAt(load, opened, 'pay');
      if (await comeBack(load, opened)) await giveBack(load, opened);
      return;
    case 'clean': {
      await pressAt(load, opened, 'pay');
      if (random.next() < 0.1) return;
      const isPaid = await comeBack(load, opened);
      if (isPaid && random.next() < boughtShare) await buyCourse(load, requestId, learner);
      return;
    }
    default:
      return payAndReturn(load, opened);
  }
}

async function pay(load: Load, sponsor: SignedIn, requestId: string): Promise<void> {
  const opened = await open(load, sponsor, requestId, false);
  if (opened) await payAndReturn(load, opened);
}

async function payAndReturn(load: Load, opened: OpenedPayment): Promise<void> {
  await pressAt(load, opened, 'pay');
  await comeBack(load, opened);
}

/** Starts a payment, with a double click where wanted; some webhooks about it are lost, copied, late or forged. */
async function open(load: Load, sponsor: SignedIn, requestId: string, isDouble: boolean) {
  const { random, system } = load;
  const [opened] = await Promise.all(
    Array.from({ length: isDouble ? 2 : 1 }, () => initiate(load, sponsor, requestId)),
  );
  if (!opened || random.next() > webhookFaultShare) return opened;
  const fault = random.pick(webhookFaults);
  const rule = { on: 'webhook', reference: opened.reference, times: 1, fault };
  await controlPayments(system, 'POST', 'faults', rule);
  return opened;
}

/** The provider's dashboard or the payer's bank takes the money back, or tries to. */
async function giveBack({ system, random }: Load, { reference }: OpenedPayment): Promise<void> {
  const path = `transactions/${reference}`;
  if (random.next() < 0.5) {
    await controlPayments(system, 'POST', `${path}/refund`, { stage: 'processed' });
    return;
  }
  await controlPayments(system, 'POST', `${path}/dispute`, { stage: 'create' });
  await sleep(1_000);
  const resolution = random.pick(['merchant-accepted', 'declined']);
  await controlPayments(system, 'POST', `${path}/dispute`, { stage: 'resolve', resolution });
}
