import { createHash } from 'node:crypto';

/** Returns the policy without the hashes of scripts and styles that the page does not contain. */
export function narrowPolicy(policy: string, html: string): string {
  const present = new Set(inlineTexts(html).map(hashOf));
  return policy.replace(/ '(sha\d+-[^']+)'/g, (source, hash: string) => (present.has(hash) ? source : ''));
}

/** Returns the texts of the scripts and styles of a page. */
const inlineTexts = (html: string): string[] =>
  html
    .split(/<(?:script|style)(?=[\s>])/)
    .slice(1)
    .map((part) => part.slice(part.indexOf('>') + 1).split(/<\/(?:script|style)>/)[0] ?? '');

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
