import type { StoredMail } from './mail-store.ts';

/** What the frame around a mail's own markup allows: pictures and styles, no scripts, no forms. */
export const messagePolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; " +
  "img-src http: https: data:; style-src 'unsafe-inline'; base-uri http: https:; frame-ancestors 'self'";

/** A mail's own markup for its frame: links open a window of their own, inline pictures are found. */
export function messageHtml({ id, html, attachments }: StoredMail): string {
  const withPictures = html.replaceAll(/\bcid:([^"'\s)>]+)/g, (whole, contentId: string) => {
    const index = attachments.findIndex(
      (attachment) => attachment.contentId === decodeURIComponent(contentId),
    );
    return index < 0 ? whole : `/mail/messages/${id}/attachments/${index}`;
  });
  return `<base target="_blank">${withPictures}`;
}
