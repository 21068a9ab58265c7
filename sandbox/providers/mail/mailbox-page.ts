import { html, type SafeHtml } from '#services/platform/html.ts';
import type { SandboxPage } from '../pages/sandbox-page.ts';
import { formatTime } from './format-time.ts';
import type { StoredMail } from './mail-store.ts';

/** Banner of the mailbox pages. */
export const mailBanner = 'Every mail that the product sends is stored here. Nothing is delivered.';

/** The list of mails and its filters. */
export interface MailboxView {
  mails: readonly StoredMail[];
  recipients: readonly { address: string; mails: number }[];
  to: string | null;
  isLive: boolean;
}

const liveSeconds = 5;

function address(to: string | null, isLive: boolean): string {
  const query = new URLSearchParams({ ...(to !== null && { to }), ...(isLive && { live: '1' }) }).toString();
  return query ? `/mail?${query}` : '/mail';
}

function line(mail: StoredMail): SafeHtml {
  const files = mail.attachments.length;
  return html`<li class="mail">
  <a href="/mail/${mail.id}">
    <span class="mail-subject">${mail.subject || '(no subject)'}</span>
    <span class="mail-people">To ${mail.to.join(', ')}</span>
    <span class="mail-time">${formatTime(mail.date)}</span>
    ${files > 0 && html`<span class="tag">${files} ${files === 1 ? 'file' : 'files'}</span>`}
  </a></li>`;
}

function empty(to: string | null): SafeHtml {
  return html`<div class="empty">
  <svg class="empty-drawing" viewBox="0 0 120 80" aria-hidden="true" focusable="false">
    <rect x="10" y="14" width="100" height="60" rx="4" class="t-indigo" /><path d="M10 18l50 34 50-34v-4H10z" class="t-teal" />
    <path d="M52 60l8-12 8 12z" class="t-saffron" /><path d="M20 66h3v-8h-3zM26 66h3v-8h-3zM32 66h3v-8h-3z" class="t-cotton" />
    <path d="M82 66a9 9 0 0 1 18 0h-4a5 5 0 0 0-10 0z" class="t-clay" />
  </svg>
  <h2>${to === null ? 'No mail yet' : `No mail for ${to}`}</h2>
  <p>${
    to === null
      ? 'Sign up or file a request, and its mails appear here.'
      : html`It may still be on its way. <a href="/mail">Show everybody’s mail</a>`
  }</p></div>`;
}

/** The mailbox page: newest mail first, for all addresses or one. */
export function mailboxPage({ mails, recipients, to, isLive }: MailboxView): SandboxPage {
  return {
    title: to === null ? 'Mailbox' : `Mail for ${to}`,
    ribbon: mailBanner,
    ...(isLive && { refreshSeconds: liveSeconds }),
    body: html`<article class="wide">
<header class="top"><h1>Mailbox</h1>
  <p><a class="button button-quiet" href="${address(to, isLive)}">Check for new mail</a>
  <a class="button button-plain" href="${address(to, !isLive)}">${
    isLive ? 'Stop checking' : `Check every ${liveSeconds} s`
  }</a></p></header>
<form class="filter" method="get" action="/mail">
  <label for="to">Show mail sent to</label>
  <div><input id="to" name="to" type="email" list="recipients" autocomplete="off" value="${to}"
    placeholder="everybody"><button class="button">Show</button>${
      to !== null && html` <a class="button button-plain" href="/mail">Everybody</a>`
    }</div>
  <datalist id="recipients">${recipients.map(
    (one) => html`<option value="${one.address}">${one.mails} ${one.mails === 1 ? 'mail' : 'mails'}</option>`,
  )}</datalist>
</form>
${
  mails.length === 0
    ? empty(to)
    : html`<p class="soft">${mails.length} ${mails.length === 1 ? 'mail' : 'mails'}, newest first</p>
<ul class="mails">${mails.map(line)}</ul>`
}</article>`,
  };
}
