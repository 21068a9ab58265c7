import { currencies, formatMinor } from '#contracts/money.ts';
import type { Brand } from '#contracts/site/brand.ts';
import { html, type SafeHtml } from '#services/platform/html.ts';
import type { SandboxPage } from '../../pages/sandbox-page.ts';
import { isCaptured, type Transaction } from '../transaction.ts';

const webUrl = (value: unknown): URL | null => {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url && /^https?:$/.test(url.protocol) ? url : null;
};

function cancelAction({ metadata }: Transaction): URL | null {
  const isObject = typeof metadata === 'object' && metadata !== null;
  return webUrl(isObject && 'cancel_action' in metadata ? metadata.cancel_action : null);
}

function callback({ callbackUrl, reference }: Transaction): URL | null {
  const url = webUrl(callbackUrl);
  url?.searchParams.set('trxref', reference);
  url?.searchParams.set('reference', reference);
  return url;
}

/** Returns the redirect URL after payment; null when the merchant sent no callback. */
export function paidAddress(transaction: Transaction): string | null {
  return callback(transaction)?.href ?? null;
}

/** Returns the redirect URL after cancelling: `metadata.cancel_action`, otherwise the callback. */
export function cancelAddress(transaction: Transaction): string | null {
  return (cancelAction(transaction) ?? callback(transaction))?.href ?? null;
}

/** Returns all origins that the checkout form may redirect to. */
export function returnOrigins(transaction: Transaction): string[] {
  const urls = [callback(transaction), cancelAction(transaction)];
  return [...new Set(urls.flatMap((url) => (url ? [url.origin] : [])))];
}

/** The names of the product on payment pages. */
export type Merchant = Pick<Brand, 'name' | 'legalName'>;

/** Formats minor units; a currency that the product does not support is prefixed with its code. */
function formatAmount(amountMinor: number, currency: string): string {
  const isKnown = (currencies as readonly string[]).includes(currency);
  return isKnown
    ? formatMinor(amountMinor, currency)
    : `${currency} ${formatMinor(amountMinor, currency).slice(1)}`;
}

const ribbon = 'A test payment page. No card is charged and no real money moves.';

function card(number: string, effect: string, kind: 'good' | 'bad'): SafeHtml {
  return html`<li class="card card-${kind}"><span class="card-number">${number}</span><span>${effect}</span></li>`;
}

function summary(transaction: Transaction, merchant: Merchant): SafeHtml {
  const { amountMinor, currency, email, reference } = transaction;
  return html`<p class="kicker">Pay ${merchant.name}</p>
<h1 class="amount">${formatAmount(amountMinor, currency)}</h1>
<dl class="facts">
  <div><dt>Merchant</dt><dd>${merchant.legalName}</dd></div>
  <div><dt>Paying as</dt><dd>${email}</dd></div>
  <div><dt>Reference</dt><dd><code>${reference}</code></dd></div>
</dl>`;
}

function completedPayment(transaction: Transaction, merchant: Merchant): SafeHtml {
  const back = paidAddress(transaction);
  const isReversed = transaction.status === 'reversed';
  return html`<p class="notice notice-${isReversed ? 'bad' : 'good'}" role="status">${
    isReversed
      ? 'This payment was taken and later reversed.'
      : 'This payment is complete. Nothing more to do.'
  }</p>
${back !== null && html`<p><a class="button" href="${back}">Return to ${merchant.name}</a></p>`}`;
}

function previousAttempt({ status, gatewayResponse }: Transaction): SafeHtml | false {
  if (status === 'failed')
    return html`<p class="notice notice-bad" role="alert">
  <strong>The card was declined.</strong> Nothing was charged. You can try again or cancel.</p>`;
  return (
    gatewayResponse.startsWith('Cancelled') &&
    html`<p class="notice" role="status">You cancelled this payment earlier. You can still pay it.</p>`
  );
}

function paymentOptions({ amountMinor, currency }: Transaction): SafeHtml {
  return html`<form method="post">
  <button class="button" name="outcome" value="pay">Pay ${formatAmount(amountMinor, currency)}</button>
  <button class="button button-quiet" name="outcome" value="decline">Decline</button>
  <button class="button button-plain" name="outcome" value="cancel">Cancel</button>
</form>
<section aria-labelledby="cards">
  <h2 id="cards">The test cards</h2>
  <p class="soft">You need not type them: <em>Pay</em> uses the first, <em>Decline</em> the second,
    <em>Cancel</em> goes back without paying.</p>
  <ul class="cards">
    ${card('4084 0840 8408 4081', 'Succeeds', 'good')}
    ${card('4084 0800 0000 5408', 'Is declined', 'bad')}
  </ul>
</section>`;
}

/** The hosted checkout page in the state of `transaction`. */
export function checkoutPage(transaction: Transaction, merchant: Merchant): SandboxPage {
  const rest = isCaptured(transaction)
    ? completedPayment(transaction, merchant)
    : html`${previousAttempt(transaction)}${paymentOptions(transaction)}`;
  return {
    title: `Pay ${formatAmount(transaction.amountMinor, transaction.currency)}`,
    ribbon,
    body: html`<article class="sheet">${summary(transaction, merchant)}${rest}</article>`,
  };
}

export function timedOutPage(transaction: Transaction, merchant: Merchant): SandboxPage {
  const back = cancelAddress(transaction);
  return {
    title: 'This payment page has timed out',
    ribbon,
    body: html`<article class="sheet">${summary(transaction, merchant)}
<p class="notice" role="status"><strong>This payment page has timed out.</strong> Nothing was charged. Start the
  payment again from ${merchant.name}.</p>
${back !== null && html`<p><a class="button" href="${back}">Return to ${merchant.name}</a></p>`}</article>`,
  };
}

export function unknownCheckoutPage(merchant: Merchant): SandboxPage {
  return {
    title: 'No such payment',
    ribbon,
    body: html`<article class="sheet"><h1>There is no such payment</h1>
<p>This link is not one of ours, or the sandbox was emptied since. Start the payment again from ${merchant.name}.</p>
</article>`,
  };
}
