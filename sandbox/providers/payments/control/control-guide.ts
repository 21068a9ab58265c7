import { Router } from 'express';
import { html } from '#services/platform/html.ts';
import { sendPage } from '../../pages/send-page.ts';

interface ControlCall {
  call: string;
  does: string;
  body?: unknown;
}

/** Every control call with a valid example body (a test sends them all). */
export const controlCalls: ControlCall[] = [
  {
    call: 'GET /payments/control/ledger',
    does: 'All transactions, refunds and disputes, and totals and balance per currency.',
  },
  {
    call: 'POST /payments/control/faults',
    does: 'The next initialize gets no response and creates no transaction. Every call of the protocol can be named, such as refund, refund_retry, dispute_resolve. Also: answer_lost (created, no response), error, rate_limited, slow, html, truncated, reset.',
    body: { on: 'initialize', fault: { kind: 'no_answer' } },
  },
  {
    call: 'POST /payments/control/faults',
    does: 'The next 3 calls of one payer fail with HTTP 500 after the transaction was created.',
    body: {
      on: 'initialize',
      email: 'ada@example.com',
      times: 3,
      fault: { kind: 'error', status: 500, committed: true },
    },
  },
  {
    call: 'POST /payments/control/faults',
    does: 'Too many requests; resetAs epoch sends the time instead of the seconds left.',
    body: { on: 'verify', times: 2, fault: { kind: 'rate_limited', resetSeconds: 2, resetAs: 'seconds' } },
  },
  {
    call: 'POST /payments/control/faults',
    does: 'Delays the response by this many milliseconds.',
    body: { on: 'verify', fault: { kind: 'slow', delayMs: 29_000 } },
  },
  {
    call: 'POST /payments/control/faults',
    does: 'Verify of one reference returns these statuses in turn and repeats the last; the ledger is unchanged.',
    body: {
      on: 'verify',
      reference: 'pay-1',
      fault: { kind: 'answer', status: ['abandoned', 'success', 'reversed'] },
    },
  },
  {
    call: 'POST /payments/control/faults',
    does: 'Verify returns another amount, currency or metadata.',
    body: {
      on: 'verify',
      reference: 'pay-1',
      fault: { kind: 'answer', amountMinor: 100, currency: 'USD', metadata: 0 },
    },
  },
  {
    call: 'POST /payments/control/faults',
    does: 'Verify responds that an existing transaction is unknown.',
    body: { on: 'verify', reference: 'pay-1', times: 1, fault: { kind: 'not_found', status: 400 } },
  },
  {
    call: 'POST /payments/control/faults',
    does: 'The next webhook arrives late, three times, after two forged copies. missing: true drops it.',
    body: { on: 'webhook', fault: { delayMs: 5000, copies: 3, forgedCopies: 2 } },
  },
  {
    call: 'POST /payments/control/faults',
    does: 'The next 4 webhooks are held and then sent in reverse order.',
    body: { on: 'webhook', fault: { reorder: 4 } },
  },
  { call: 'GET /payments/control/faults', does: 'All fault rules and how often each was applied.' },
  { call: 'DELETE /payments/control/faults', does: 'Removes all fault rules.' },
  { call: 'GET /payments/control/settings', does: 'Settings for all transactions.' },
  {
    call: 'PATCH /payments/control/settings',
    does: 'Webhooks on or off, retry schedule (live or test) and its speed factor, receiver, HTTP status of an unknown reference, GBP rejected, pace and outcome of refunds, seconds after which a checkout page times out (0: never).',
    body: {
      webhooks: 'on',
      webhookSchedule: 'live',
      webhookSpeed: 60,
      webhookUrl: null,
      unknownReferenceStatus: 400,
      strictCurrencies: false,
      refundStepMs: 3_000,
      refundOutcome: 'processed',
      sessionTimeoutS: 1_800,
    },
  },
  { call: 'DELETE /payments/control/settings', does: 'Resets to the defaults.' },
  {
    call: 'POST /payments/control/transactions',
    does: 'Adds a payment that was made, also in the past, and sends its webhook. A known reference is captured as it is.',
    body: {
      reference: 'sample-1',
      email: 'ada@example.com',
      amountMinor: 100_000,
      currency: 'NGN',
      paidAt: '2026-01-05T10:00:00Z',
    },
  },
  {
    call: 'PATCH /payments/control/transactions/{reference}',
    does: 'Changes a transaction: status (success captures it and sends the webhook, reversed reverses it), amount, currency.',
    body: { status: 'success', amountMinor: 100_000, currency: 'NGN' },
  },
  {
    call: 'POST /payments/control/transactions/{reference}/refund',
    does: 'Refunds from the dashboard: pending, processing, processed, failed or needs-attention. Moves an open refund of the same amount; without an amount the rest is refunded.',
    body: { stage: 'processing', amountMinor: 500 },
  },
  {
    call: 'POST /payments/control/refunds/{refund}',
    does: 'Moves an open refund, also one that the product started.',
    body: { status: 'needs-attention' },
  },
  {
    call: 'POST /payments/control/transactions/{reference}/dispute',
    does: 'Opens a dispute, or reminds of the open one, or resolves it (declined: the merchant wins).',
    body: { stage: 'create', amountMinor: 500, category: 'chargeback', dueInHours: 24 },
  },
  {
    call: 'POST /payments/control/disputes/{dispute}',
    does: 'The bank decides a dispute: won or lost by the merchant. remind sends the reminder.',
    body: { outcome: 'won' },
  },
  {
    call: 'POST /payments/control/transactions/{reference}/rejected-transfer',
    does: 'Sends bank.transfer.rejected: a late or wrong transfer that was returned. It names no transaction.',
    body: { amountMinor: 500 },
  },
  {
    call: 'GET /payments/control/webhooks?reference=&state=pending',
    does: 'Every webhook delivery, its attempts and the last response status.',
  },
  {
    call: 'POST /payments/control/webhooks/{reference}',
    does: 'Sends copies concurrently and returns the response of each. forged: invalid signature. data: other data than in the ledger.',
    body: { event: 'charge.success', copies: 50, forged: false },
  },
];

/** Route `GET /payments/control`: lists the calls as a page, or as JSON for `Accept: application/json`. */
export function createControlGuide() {
  const guide = Router();
  guide.get('/', (req, res) => {
    if (req.accepts(['html', 'json']) === 'json') return void res.json(controlCalls);
    const rows = controlCalls.map(
      ({ call, does, body }) => html`<li class="call">
  <h2><code>${call}</code></h2><p>${does}</p>
  ${body !== undefined && html`<pre tabindex="0"><code>${JSON.stringify(body, null, 2)}</code></pre>`}</li>`,
    );
    sendPage(res, 200, {
      title: 'Control of payments',
      ribbon: 'Fake payment provider. No real money moves.',
      body: html`<article class="wide"><h1>Control of payments</h1>
<p><a class="button" href="/payments/control/money">Refunds and disputes</a></p>
<p class="lead">Bodies are JSON (<code>content-type: application/json</code>). A rule for a reference or a payer’s
address takes precedence over a rule for any call; <code>times: null</code> keeps a rule until it is removed.</p>
<ul class="calls">${rows}</ul></article>`,
    });
  });
  return guide;
}
