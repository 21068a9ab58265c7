import { html, type SafeHtml } from '#services/platform/html.ts';
import type { SandboxPage } from '../pages/sandbox-page.ts';
import { formatTime } from './format-time.ts';
import type { StoredMail } from './mail-store.ts';
import { mailBanner } from './mailbox-page.ts';

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
  <div><dt>To</dt><dd>${to.map((one, index) => html`${index > 0 && ', '}<a href="/mail?to=${encodeURIComponent(one)}">${one}</a>`)}</dd></div>
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
