import { Router } from 'express';
import { html } from '#services/platform/html.ts';
import { sendPage } from '../pages/send-page.ts';

interface ControlCall {
  call: string;
  does: string;
  body?: unknown;
}

/** Every control call with an example body that really is accepted (a test sends them all). */
export const controlCalls: ControlCall[] = [
  {
    call: 'GET /payments/control/ledger',
    does: 'All transactions, and per currency what was captured, reversed, refunded.',
  },
  {
    call: 'POST /payments/control/faults',
    does: 'The next initialize gets no answer and makes no transaction. Also: answer_lost (made, never answered), error, rate_limited, slow, html, truncated, reset.',
    body: { on: 'initialize', fault: { kind: 'no_answer' } },
  },
  {
    call: 'POST /payments/control/faults',
    does: 'The next 3 calls of one payer meet HTTP 500 after the transaction was made.',
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
    does: 'Slow by so many milliseconds.',
    body: { on: 'verify', fault: { kind: 'slow', delayMs: 29_000 } },
  },
  {
    call: 'POST /payments/control/faults',
    does: 'Verify of one reference tells one status after the other and stays at the last; the book is untouched.',
    body: {
      on: 'verify',
      reference: 'pay-1',
      fault: { kind: 'answer', status: ['abandoned', 'success', 'reversed'] },
    },
  },
  {
    call: 'POST /payments/control/faults',
    does: 'Verify tells another amount, currency or metadata.',
    body: {
      on: 'verify',
      reference: 'pay-1',
      fault: { kind: 'answer', amountMinor: 100, currency: 'USD', metadata: 0 },
    },
  },
  {
    call: 'POST /payments/control/faults',
    does: 'Verify does not know a transaction that exists.',
    body: { on: 'verify', reference: 'pay-1', times: 1, fault: { kind: 'not_found', status: 400 } },
  },
  {
    call: 'POST /payments/control/faults',
    does: 'The next announcement comes late, three times over, after two forged copies. missing: true drops it.',
    body: { on: 'webhook', fault: { delayMs: 5000, copies: 3, forgedCopies: 2 } },
  },
  {
    call: 'POST /payments/control/faults',
    does: 'The next 4 announcements are held and then sent last first.',
    body: { on: 'webhook', fault: { reorder: 4 } },
  },
  { call: 'GET /payments/control/faults', does: 'The rules that were set and how often each was met.' },
  { call: 'DELETE /payments/control/faults', does: 'No faults any more.' },
  { call: 'GET /payments/control/settings', does: 'What holds for all transactions.' },
  {
    call: 'PATCH /payments/control/settings',
    does: 'Webhooks on or off, retry schedule (live or test) and how many times faster it runs, receiver, HTTP status of an unknown reference, GBP refused, seconds after which a checkout page times out (0: never).',
    body: {
      webhooks: 'on',
      webhookSchedule: 'live',
      webhookSpeed: 60,
      webhookUrl: null,
      unknownReferenceStatus: 400,
      strictCurrencies: false,
      sessionTimeoutS: 1_800,
    },
  },
  { call: 'DELETE /payments/control/settings', does: 'Back to the defaults.' },
  {
    call: 'PATCH /payments/control/transactions/{reference}',
    does: 'What really happened at the provider: status (success pays and announces, reversed takes back), amount, currency.',
    body: { status: 'success', amountMinor: 100_000, currency: 'NGN' },
  },
  {
    call: 'POST /payments/control/transactions/{reference}/refund',
    does: 'Announces refund.pending, processing, processed, failed or needs-attention; without an amount all that is left.',
    body: { stage: 'processed', amountMinor: 500 },
  },
  {
    call: 'POST /payments/control/transactions/{reference}/dispute',
    does: 'Announces charge.dispute.create, remind or resolve.',
    body: { stage: 'resolve', resolution: 'merchant-accepted' },
  },
  {
    call: 'POST /payments/control/transactions/{reference}/rejected-transfer',
    does: 'Announces bank.transfer.rejected: a late or wrong transfer that was sent back. It names no transaction.',
    body: { amountMinor: 500 },
  },
  {
    call: 'GET /payments/control/webhooks?reference=',
    does: 'Every announcement, its tries and the last answer.',
  },
  {
    call: 'POST /payments/control/webhooks/{reference}',
    does: 'Sends so many copies at once and answers what each was answered. forged: with a bad signature. data: something else than the truth.',
    body: { event: 'charge.success', copies: 50, forged: false },
  },
];

/** `GET /payments/control`: the calls as a page, or as JSON for `Accept: application/json`. */
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
      ribbon: 'The payment provider, rehearsed. No real money moves.',
      body: html`<article class="wide"><h1>Control of payments</h1>
<p class="lead">Bodies are JSON (<code>content-type: application/json</code>). A rule for a reference or a payer’s
address goes before a rule for the next call of anyone; <code>times: null</code> keeps a rule until it is removed.</p>
<ul class="calls">${rows}</ul></article>`,
    });
  });
  return guide;
}
