import { html, type SafeHtml } from '#services/platform/html.ts';
import type { SandboxPage } from '../pages/sandbox-page.ts';
import type { StoredMail } from './mail-store.ts';

const mailBanner = 'Every mail that the product sends is stored here. Nothing is delivered.';

/** Returns an ISO time formatted for display (UTC), with the exact time on hover. */
function formatTime(iso: string): SafeHtml {
  const time = new Date(iso);
  const text = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  });
  return html`<time datetime="${iso}" title="${iso}">${text.format(time)} UTC</time>`;
}

const count = (amount: number, noun: string) => `${amount} ${amount === 1 ? noun : `${noun}s`}`;

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
    ${files > 0 && html`<span class="tag">${count(files, 'file')}</span>`}
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
export function mailboxPage({
  mails,
  recipients,
  to,
  isLive,
}: {
  mails: readonly StoredMail[];
  recipients: readonly { address: string; mails: number }[];
  to: string | null;
  isLive: boolean;
}): SandboxPage {
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
    ({ address, mails }) => html`<option value="${address}">${count(mails, 'mail')}</option>`,
  )}</datalist>
</form>
${
  mails.length === 0
    ? empty(to)
    : html`<p class="soft">${count(mails.length, 'mail')}, newest first</p>
<ul class="mails">${mails.map(line)}</ul>`
}</article>`,
  };
}

/** Content security policy of a mail's HTML: images and styles, no scripts, no forms. */
export const messagePolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; " +
  "img-src http: https: data:; style-src 'unsafe-inline'; base-uri http: https:; frame-ancestors 'self'";

/** Returns a mail's HTML for the iframe: links open in a new window, `cid:` images become attachment URLs. */
export function messageHtml({ id, html, attachments }: StoredMail): string {
  const withPictures = html.replaceAll(/\bcid:([^"'\s)>]+)/g, (whole, contentId: string) => {
    const index = attachments.findIndex(
      (attachment) => attachment.contentId === decodeURIComponent(contentId),
    );
    return index < 0 ? whole : `/mail/messages/${id}/attachments/${index}`;
  });
  return `<base target="_blank">${withPictures}`;
}

function formatSize(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} KB`;
}

function files({ id, attachments }: StoredMail): SafeHtml | false {
  const rows = attachments.map(
    ({ filename, contentType, size }, index) => html`<li>
  <a href="/mail/messages/${id}/attachments/${index}" download="${filename}">${filename}</a>
  <span class="soft">${contentType}, ${formatSize(size)}</span></li>`,
  );
  return rows.length > 0 && html`<section><h2>Attachments</h2><ul class="files">${rows}</ul></section>`;
}

function headerRows({ headers }: StoredMail): SafeHtml {
  const rows = Object.entries(headers).map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  );
  return html`<details><summary>All headers</summary><dl class="facts headers">${rows}</dl></details>`;
}

/** The page of one mail: HTML, text, attachments, headers and source. */
export function messagePage(mail: StoredMail): SandboxPage {
  const { id, subject, from, fromName, to, date, text } = mail;
  return {
    title: subject || '(no subject)',
    ribbon: mailBanner,
    body: html`<article class="wide">
<p class="back"><a class="button button-plain" href="/mail">← Mailbox</a></p>
<h1 class="mail-title">${subject || '(no subject)'}</h1>
<dl class="facts">
  <div><dt>From</dt><dd>${fromName ? `${fromName} <${from}>` : from}</dd></div>
  <div><dt>To</dt><dd>${to.map((address, index) => html`${index > 0 && ', '}<a href="/mail?to=${encodeURIComponent(address)}">${address}</a>`)}</dd></div>
  <div><dt>Sent</dt><dd>${formatTime(date)}</dd></div>
</dl>
${mail.html && html`<iframe title="The mail as its reader sees it" src="/mail/messages/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`}
${files(mail)}
${
  mail.html
    ? html`<details><summary>The text version</summary><pre class="text" tabindex="0">${text || '(none)'}</pre></details>`
    : html`<pre class="text" tabindex="0">${text || '(empty)'}</pre>`
}
${headerRows(mail)}
<p><a href="/mail/messages/${id}/source">Source of this mail</a></p>
</article>`,
  };
}
