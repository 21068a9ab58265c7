import { setTimeout as sleep } from 'node:timers/promises';
import { controlPayments } from '#tests/support/money/payment-control.ts';
import type { Scenario } from './scenario.ts';

/** Every way in which a call to the provider can fail without a change of its books. */
const transportFaults = [
  { kind: 'no_answer' },
  { kind: 'answer_lost' },
  { kind: 'error', status: 500 },
  { kind: 'error', status: 500, committed: true },
  { kind: 'rate_limited', resetSeconds: 1 },
  { kind: 'rate_limited', resetSeconds: 1, resetAs: 'epoch' },
  { kind: 'slow', delayMs: 29_000 },
  { kind: 'html' },
  { kind: 'html', committed: true },
  { kind: 'truncated' },
  { kind: 'reset' },
  { kind: 'reset', committed: true },
] as const;
const verifyFaults = [
  { kind: 'not_found', status: 400 },
  { kind: 'not_found', status: 404 },
  { kind: 'answer', status: 'abandoned' },
  { kind: 'answer', status: 'ongoing' },
  // Never success: the provider would say that money came which it has not.
  { kind: 'answer', status: ['abandoned', 'pending', 'processing'] },
  { kind: 'answer', metadata: '' },
  { kind: 'answer', metadata: 0 },
] as const;
const webhookFaults = [
  { missing: true },
  { copies: 5 },
  { delayMs: 5_000 },
  { forgedCopies: 2 },
  { reorder: 3 },
];

const rules = [
  ...transportFaults.flatMap((fault) => [
    { on: 'initialize', fault },
    { on: 'verify', fault },
  ]),
  ...verifyFaults.map((fault) => ({ on: 'verify', fault })),
  ...webhookFaults.map((fault) => ({ on: 'webhook', fault })),
];
const eachMs = 6_000;
/** Between two of them, so that the circuit breaker closes. */
const restMs = 3_000;

/** The provider fails in each way for 6 s, for every payment. */
export const providerFails: Scenario = {
  name: 'provider-fails',
  rate: 3,
  seconds: (rules.length * (eachMs + restMs)) / 1_000 + 5,
  async act(stage) {
    for (const { on, fault } of rules) {
      await stage.fault(`${on} ${describe(fault)}`, async () => {
        await controlPayments(stage.system, 'POST', 'faults', { on, times: null, fault });
        await sleep(eachMs);
        await controlPayments(stage.system, 'DELETE', 'faults');
      });
      await sleep(restMs);
    }
    return { figures: { 'ways to fail': rules.length }, violations: [] };
  },
};

const describe = (fault: object) =>
  Object.entries(fault)
    .map(([name, value]) => (name === 'kind' ? String(value) : `${name} ${JSON.stringify(value)}`))
    .join(', ');
