import { createHash } from 'node:crypto';
import { keepResults } from '../browser/keep-results.ts';

/** Returns the policy without the hashes of scripts and styles that the page does not contain. */
export function narrowPolicy(policy: string, html: string): string {
  const present = new Set(inlineTexts(html).map(hashOf));
  return policy.replace(/ '(sha\d+-[^']+)'/g, (source, hash: string) => (present.has(hash) ? source : ''));
}

/** Returns the texts of the scripts and styles of a page. Data, such as what a page was rendered from, needs no source. */
const inlineTexts = (html: string): string[] =>
  html
    .split(/<(?:script|style)(?=[\s>])/)
    .slice(1)
    .filter((part) => !part.startsWith(' type="application/json"'))
    .map((part) => part.slice(part.indexOf('>') + 1).split(/<\/(?:script|style)>/)[0] ?? '');

// The same texts are on each page.
const hashOf = keepResults((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`);
