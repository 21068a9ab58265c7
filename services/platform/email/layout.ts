import type { Brand } from '#contracts/site/brand.ts';
import { palette } from '#contracts/site/palette.ts';
import { accentColours } from '../brand/accent-colours.ts';
import { html, type SafeHtml } from '../html.ts';
import { linkTarget, type OwnAddresses } from './link-target.ts';

/** A part of a mail: a paragraph, facts with their labels, a list, or a quotation of another person. */
export type MailBlock =
  | string
  | { readonly facts: readonly (readonly [label: string, value: string])[] }
  | { readonly list: readonly string[] }
  | { readonly quote: string };

interface MailAction {
  readonly label: string;
  readonly url: string;
}

/** Content of a mail; all texts are escaped. */
export interface MailContent {
  readonly title: string;
  /** Shown by mail programs beside the subject; hidden in the mail itself. */
  readonly preheader: string;
  readonly blocks: readonly MailBlock[];
  readonly action?: MailAction;
  /** Further links, below the main action. */
  readonly links?: readonly MailAction[];
  /** Why the recipient got this mail. */
  readonly footer: string;
  /** Unsubscribe link in the footer. */
  readonly unsubscribeUrl?: string;
}

/**
 * Renders the HTML part and the text part of a mail. Links to other sites lead through the page that names the site.
 * Throws when a link is neither http nor https.
 */
export function renderMail(
  given: MailContent,
  own: OwnAddresses & { brand: Brand },
): { html: string; text: string } {
  const { action, links, unsubscribeUrl } = given;
  const targeted = (link: MailAction) => ({ ...link, url: linkTarget(link.url, own) });
  const content = {
    ...given,
    ...(action && { action: targeted(action) }),
    ...(links && { links: links.map(targeted) }),
    ...(unsubscribeUrl && { unsubscribeUrl: linkTarget(unsubscribeUrl, own) }),
  };
  return { html: `<!doctype html>\n${renderHtml(content, own.brand)}`, text: renderText(content, own.brand) };
}

function renderHtml(
  { title, preheader, blocks, action, links, footer, unsubscribeUrl }: MailContent,
  brand: Brand,
): SafeHtml {
  const accent = accentColours(brand.accent);
  // Tables and inline styles, because several mail programs support nothing else; the style element adds dark mode. Long
  // titles and references break, or they would widen the tables; mail programs know one of the two properties.
  return html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
${mailStyles(accent.dark)}
</head>
<body class="paper" style="margin:0;padding:0;background:${light.paper};">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${preheader}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="paper" style="background:${light.paper};">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;font-family:Georgia,'Times New Roman',serif;overflow-wrap:anywhere;word-break:break-word;">
<tr><td class="ink" style="padding:0 8px 14px;font-size:22px;font-weight:bold;color:${light.ink};">${brand.name}</td></tr>
<tr><td>${stripe(accent.light.primary)}</td></tr>
<tr><td class="raised ink" style="padding:28px 24px;background:${light.paperRaised};border:1px solid ${light.line};border-top:0;color:${light.ink};font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:1.6;">
<h1 style="margin:0 0 16px;font-family:Georgia,'Times New Roman',serif;font-size:24px;line-height:1.25;">${title}</h1>
${blocks.map(blockHtml)}
${action && actionHtml(action, accent.light)}${links?.map(linkHtml)}
</td></tr>
<tr><td class="soft" style="padding:18px 8px;color:${light.inkSoft};font-family:Helvetica,Arial,sans-serif;font-size:13px;line-height:1.5;">${footer}${unsubscribeUrl && unsubscribeHtml(unsubscribeUrl)}<br>${signatureOf(brand)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const signatureOf = (brand: Brand) => `${brand.name} · ${brand.tagline}`;

type ButtonColours = Record<'primary' | 'onPrimary', string>;

const { light, dark } = palette;
// Mail programs that follow the reader's colour scheme.
const mailStyles = ({ primary, onPrimary }: ButtonColours) => html`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: ${dark.paper} !important; }
  .raised { background: ${dark.paperRaised} !important; border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .soft { color: ${dark.inkSoft} !important; }
  .button { background: ${primary} !important; color: ${onPrimary} !important; }
}
</style>`;
const stripe = (primary: string) =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${[
    primary,
    light.accent,
    light.ink,
    light.accent,
    primary,
    palette.thread.clay,
  ].map(
    (colour) =>
      html`<td height="6" style="height:6px;line-height:6px;font-size:0;background:${colour};">&nbsp;</td>`,
  )}</tr></table>`;

function blockHtml(block: MailBlock): SafeHtml {
  if (typeof block === 'string') return html`<p style="margin:0 0 16px;">${block}</p>\n`;
  if ('quote' in block) {
    return html`<blockquote style="margin:0 0 16px;padding:2px 0 2px 14px;border-left:4px solid ${light.accent};white-space:pre-line;">${block.quote}</blockquote>\n`;
  }
  if ('list' in block) {
    return html`<ul style="margin:0 0 16px;padding-left:22px;">${block.list.map((item) => html`<li>${item}</li>`)}</ul>\n`;
  }
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;">${block.facts.map(
    ([label, value]) =>
      html`<tr><td class="soft" valign="top" style="padding:4px 12px 4px 0;color:${light.inkSoft};overflow-wrap:normal;word-break:normal;">${label}</td><td valign="top" style="padding:4px 0;font-weight:bold;overflow-wrap:anywhere;word-break:break-word;">${value}</td></tr>`,
  )}</table>\n`;
}

function linkHtml({ label, url }: MailAction): SafeHtml {
  return html`<p style="margin:14px 0 0;">${label}: <a class="ink" href="${url}" style="color:${light.ink};word-break:break-all;">${url}</a></p>\n`;
}

function actionHtml({ label, url }: MailAction, { primary, onPrimary }: ButtonColours): SafeHtml {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0 8px;"><tr><td class="button" style="background:${primary};border-radius:8px;"><a class="button" href="${url}" style="display:inline-block;padding:13px 24px;color:${onPrimary};background:${primary};border-radius:8px;font-weight:bold;text-decoration:none;">${label}</a></td></tr></table>
<p class="soft" style="margin:0;color:${light.inkSoft};font-size:13px;word-break:break-all;">Or copy this address: ${url}</p>`;
}

function unsubscribeHtml(url: string): SafeHtml {
  return html` <a class="soft" href="${url}" style="color:${light.inkSoft};">Unsubscribe</a>`;
}

function renderText(
  { title, blocks, action, links, footer, unsubscribeUrl }: MailContent,
  brand: Brand,
): string {
  const parts = [
    title,
    ...blocks.map(blockText),
    ...[...(action ? [action] : []), ...(links ?? [])].map(({ label, url }) => `${label}:\n${url}`),
  ];
  const unsubscribe = unsubscribeUrl ? `\nUnsubscribe: ${unsubscribeUrl}` : '';
  return `${parts.filter(Boolean).join('\n\n')}\n\n-- \n${footer}${unsubscribe}\n${signatureOf(brand)}\n`;
}

function blockText(block: MailBlock): string {
  if (typeof block === 'string') return block;
  if ('quote' in block) return block.quote.replace(/^/gm, '> ');
  if ('list' in block) return block.list.map((item) => `- ${item}`).join('\n');
  return block.facts.map(([label, value]) => `${label}: ${value}`).join('\n');
}
