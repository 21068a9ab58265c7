import { html } from '#services/platform/html.ts';
import { describeCalls, listControlCalls } from '../../pages/sandbox-page.ts';

const control = describeCalls('/payments/control');

/** Every control call with a valid example body. @internal A test makes them all. */
export const controlCalls = [
  control('GET ledger', 'All transactions, refunds and disputes, and totals and balance per currency.'),
  control(
    'POST faults',
    'The next initialize gets no response and creates no transaction. Every call of the protocol can be named, such as refund, refund_retry, dispute_resolve. Also: answer_lost (created, no response), error, rate_limited, slow, html, truncated, reset.',
    { on: 'initialize', fault: { kind: 'no_answer' } },
  ),
  control(
    'POST faults',
    'The next 3 calls of one payer fail with HTTP 500 after the transaction was created.',
    {
      on: 'initialize',
      email: 'ada@example.com',
      times: 3,
      fault: { kind: 'error', status: 500, committed: true },
    },
  ),
  control('POST faults', 'Too many requests; resetAs epoch sends the time instead of the seconds left.', {
    on: 'verify',
    times: 2,
    fault: { kind: 'rate_limited', resetSeconds: 2, resetAs: 'seconds' },
  }),
  control('POST faults', 'Delays the response by this many milliseconds.', {
    on: 'verify',
    fault: { kind: 'slow', delayMs: 29_000 },
  }),
  control(
    'POST faults',
    'Verify of one reference returns these statuses in turn and repeats the last; the ledger is unchanged.',
    {
      on: 'verify',
      reference: 'pay-1',
      fault: { kind: 'answer', status: ['abandoned', 'success', 'reversed'] },
    },
  ),
  control('POST faults', 'Verify returns another amount, currency or metadata.', {
    on: 'verify',
    reference: 'pay-1',
    fault: { kind: 'answer', amountMinor: 100, currency: 'USD', metadata: 0 },
  }),
  control('POST faults', 'Verify responds that an existing transaction is unknown.', {
    on: 'verify',
    reference: 'pay-1',
    times: 1,
    fault: { kind: 'not_found', status: 400 },
  }),
  control(
    'POST faults',
    'The next webhook arrives late, three times, after two forged copies. missing: true drops it.',
    { on: 'webhook', fault: { delayMs: 5000, copies: 3, forgedCopies: 2 } },
  ),
  control('POST faults', 'The next 4 webhooks are held and then sent in reverse order.', {
    on: 'webhook',
    fault: { reorder: 4 },
  }),
  control('GET faults', 'All fault rules and how often each was applied.'),
  control('DELETE faults', 'Removes all fault rules.'),
  control('GET settings', 'Settings for all transactions.'),
  control(
    'PATCH settings',
    'Webhooks on or off, retry schedule (live or test) and its speed factor, receiver, HTTP status of an unknown reference, GBP rejected, pace and outcome of refunds, seconds after which a checkout page times out (0: never).',
    {
      webhooks: 'on',
      webhookSchedule: 'live',
      webhookSpeed: 60,
      webhookUrl: null,
      unknownReferenceStatus: 400,
      strictCurrencies: false,
      payersBearFees: false,
      listsReferences: true,
      refundStepMs: 3_000,
      refundOutcome: 'processed',
      sessionTimeoutS: 1_800,
    },
  ),
  control('DELETE settings', 'Resets to the defaults.'),
  control(
    'POST transactions',
    'Adds a payment that was made, also in the past, and sends its webhook. A known reference is captured as it is.',
    {
      reference: 'sample-1',
      email: 'ada@example.com',
      amountMinor: 100_000,
      currency: 'NGN',
      paidAt: '2026-01-05T10:00:00Z',
    },
  ),
  control(
    'PATCH transactions/{reference}',
    'Changes a transaction: status (success captures it and sends the webhook, reversed reverses it), amount, currency.',
    { status: 'success', amountMinor: 100_000, currency: 'NGN' },
  ),
  control(
    'POST transactions/{reference}/refund',
    'Refunds from the dashboard: pending, processing, processed, failed or needs-attention. Moves an open refund of the same amount; without an amount the rest is refunded.',
    { stage: 'processing', amountMinor: 500 },
  ),
  control('POST refunds/{refund}', 'Moves an open refund, also one that the product started.', {
    status: 'needs-attention',
  }),
  control(
    'POST transactions/{reference}/dispute',
    'Opens a dispute, or reminds of the open one, or resolves it (declined: the merchant wins).',
    { stage: 'create', amountMinor: 500, category: 'chargeback', dueInHours: 24 },
  ),
  control(
    'POST disputes/{dispute}',
    'The bank decides a dispute: won or lost by the merchant. remind sends the reminder; archived closes it without a resolution.',
    { outcome: 'won' },
  ),
  control(
    'POST transactions/{reference}/rejected-transfer',
    'Sends bank.transfer.rejected: a late or wrong transfer that was returned. It names no transaction.',
    { amountMinor: 500 },
  ),
  control(
    'GET webhooks?reference=&state=pending',
    'Every webhook delivery, its attempts and the last response status.',
  ),
  control(
    'POST webhooks/{reference}',
    'Sends copies concurrently and returns the response of each. forged: invalid signature. data: other data than in the ledger.',
    { event: 'charge.success', copies: 50, forged: false },
  ),
];

export const controlGuide = listControlCalls(controlCalls, {
  title: 'Control of payments',
  ribbon: 'Fake payment provider. No real money moves.',
  lead: html`<p><a class="button" href="/payments/control/money">Refunds and disputes</a></p>
<p class="lead">Bodies are JSON (<code>content-type: application/json</code>). A rule for a reference or a payer’s
address takes precedence over a rule for any call; <code>times: null</code> keeps a rule until it is removed.</p>`,
});
