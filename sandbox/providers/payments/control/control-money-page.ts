import { html, type SafeHtml } from '#services/platform/html.ts';
import type { SandboxPage } from '../../pages/sandbox-page.ts';
import type { Dispute } from '../disputes/dispute.ts';
import type { PaymentStores } from '../payment-stores.ts';
import { isRefundOpen, type Refund, type RefundStatus } from '../refunds/refund.ts';
import { isCaptured, type Transaction } from '../transaction.ts';
import { providerFeeMinor } from '../transaction-data.ts';

/** The provider's books. */
export type Books = ReturnType<typeof readBooks>;

export function readBooks({ ledger, refunds, disputes }: PaymentStores) {
  return { transactions: ledger.list(), refunds: refunds.list(), disputes: disputes.list() };
}

/** Totals of one currency, amounts in minor units; `capturedMinor` includes money that was given back since. */
const noMoney = {
  transactions: 0,
  captured: 0,
  capturedMinor: 0,
  /** Kept by the provider, also after a refund. */
  feesMinor: 0,
  /** Processed refunds. */
  refundedMinor: 0,
  /** Taken from the balance by disputes. */
  disputedMinor: 0,
  /** The merchant's money at the provider. */
  balanceMinor: 0,
};
/** See {@link noMoney}. */
export type CurrencyTotals = typeof noMoney;

/** Returns the totals of the books per currency code. */
export function ledgerTotals({ transactions, refunds, disputes }: Books): Record<string, CurrencyTotals> {
  const totals: Record<string, CurrencyTotals> = {};
  const totalsOf = (currency: string): CurrencyTotals => {
    totals[currency] ??= { ...noMoney };
    return totals[currency];
  };
  for (const transaction of transactions) {
    const sum = totalsOf(transaction.currency);
    sum.transactions += 1;
    if (!isCaptured(transaction)) continue;
    sum.captured += 1;
    sum.capturedMinor += transaction.amountMinor;
    sum.feesMinor += providerFeeMinor(transaction);
  }
  for (const { status, currency, amountMinor } of refunds)
    if (status === 'processed') totalsOf(currency).refundedMinor += amountMinor;
  for (const { isLost, currency, amountMinor } of disputes)
    if (isLost) totalsOf(currency).disputedMinor += amountMinor;
  for (const sum of Object.values(totals))
    sum.balanceMinor = sum.capturedMinor - sum.feesMinor - sum.refundedMinor - sum.disputedMinor;
  return totals;
}

const amount = (minor: number, currency: string) => `${currency} ${(minor / 100).toFixed(2)}`;

/** A form of one button that posts `fields` to a control call. */
function button(path: string, fields: Record<string, string>, label: string, name: string): SafeHtml {
  return html`<form method="post" action="/payments/control${path}">
  ${Object.entries(fields).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`)}
  <button class="button button-quiet" aria-label="${`${label}: ${name}`}">${label}</button></form>`;
}

const refundSteps: [status: RefundStatus, label: string][] = [
  ['processing', 'Processing'],
  ['processed', 'Pay out'],
  ['failed', 'Fail'],
  ['needs-attention', 'Needs attention'],
];

function refundItem(refund: Refund): SafeHtml {
  const name = `refund ${refund.id}`;
  return html`<li><p><strong>Refund ${refund.id}</strong> ${amount(refund.amountMinor, refund.currency)}, ${refund.status}${
    refund.accountLast4 !== null && ` to the account …${refund.accountLast4}`
  }</p>
  ${
    isRefundOpen(refund) &&
    html`<div class="acts">${refundSteps
      .filter(([status]) => status !== refund.status)
      .map(([status, label]) => button(`/refunds/${refund.id}`, { status }, label, name))}</div>`
  }</li>`;
}

function disputeItem(dispute: Dispute): SafeHtml {
  const name = `dispute ${dispute.id}`;
  const file = dispute.uploadedFilename;
  return html`<li><p><strong>Dispute ${dispute.id}</strong> ${amount(dispute.amountMinor, dispute.currency)}, ${dispute.status}${
    dispute.resolution !== null && ` (${dispute.resolution})`
  }${dispute.message !== null && html`: “${dispute.message}”`} ${
    file !== null && html`<a href="/payments/control/dispute-files/${file}">Evidence</a>`
  }</p>
  ${
    dispute.status !== 'resolved' &&
    html`<div class="acts">${button(`/disputes/${dispute.id}`, { outcome: 'remind' }, 'Remind', name)}
    ${button(`/disputes/${dispute.id}`, { outcome: 'won' }, 'Merchant wins', name)}
    ${button(`/disputes/${dispute.id}`, { outcome: 'lost' }, 'Merchant loses', name)}</div>`
  }</li>`;
}

function transactionItem(transaction: Transaction, { refunds, disputes }: Books): SafeHtml {
  const { reference, amountMinor, currency, email, status } = transaction;
  const own = <T extends { reference: string }>(all: readonly T[]) =>
    all.filter((row) => row.reference === reference);
  const path = `/transactions/${reference}`;
  return html`<li class="call"><h2><code>${reference}</code></h2>
  <p>${amount(amountMinor, currency)} of ${email}, <strong>${status}</strong></p>
  <div class="acts">
    ${button(`${path}/refund`, { stage: 'processed' }, 'Refund the rest', reference)}
    ${button(`${path}/refund`, { stage: 'pending' }, 'Start a refund', reference)}
    ${button(`${path}/dispute`, { stage: 'create' }, 'Open a dispute', reference)}
    <form method="post" action="/payments/control${path}/refund">
      <label>Refund minor units <input name="amountMinor" inputmode="numeric" pattern="[0-9]+" required size="9"></label>
      <button class="button button-quiet" aria-label="${`Refund this amount: ${reference}`}">Refund</button></form>
  </div>
  <ul class="money">${own(refunds).map(refundItem)}${own(disputes).map(disputeItem)}</ul></li>`;
}

/** Transactions on the page, newest first. */
const SHOWN = 50;

/** The page on which a person plays the provider's dashboard, the bank and the payer. */
export function moneyPage(books: Books): SandboxPage {
  const captured = books.transactions.filter(isCaptured).toReversed().slice(0, SHOWN);
  const totals = Object.entries(ledgerTotals(books));
  return {
    title: 'Money at the provider',
    ribbon: 'Fake payment provider. No real money moves.',
    body: html`<article class="wide"><h1>Money at the provider</h1>
<p class="lead">What the provider’s dashboard, a payer’s bank and a payer can do with money that was taken.
  <a href="/payments/control">All control calls</a></p>
<dl class="facts">${totals.map(
      ([currency, { balanceMinor }]) =>
        html`<div><dt>Balance</dt><dd>${amount(balanceMinor, currency)}</dd></div>`,
    )}</dl>
${captured.length === 0 && html`<p>No payment has been taken yet.</p>`}
<ul class="calls">${captured.map((transaction) => transactionItem(transaction, books))}</ul></article>`,
  };
}
