import { html, type SafeHtml } from '#services/platform/html.ts';

/** Returns an ISO time formatted for display (UTC), with the exact time on hover. */
export function formatTime(iso: string): SafeHtml {
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
