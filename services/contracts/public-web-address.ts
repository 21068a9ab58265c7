import { parseUrl } from './parse-url.ts';

const controlCharacters = /[\p{Cc}\p{Cs}]/u;
// Two labels or more, none of them empty.
const hostName = /^[^.]+(\.[^.]+)+\.?$/;
const ipLiteral = /^(\[|\d+\.\d+\.\d+\.\d+\.?$)/;
// Names that a network of its own resolves (RFC 6761, RFC 6762, RFC 8375, and those of cloud providers).
const localName = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/;

/**
 * Returns a web address with a public name: http or https, without a user name, an IP address in any form or a name of
 * a local network; otherwise undefined.
 */
export function parsePublicWebAddress(text: string): URL | undefined {
  // URL removes tabs and line breaks and encodes other characters, but the text is stored as typed.
  const url = controlCharacters.test(text) ? undefined : parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  const { hostname } = url;
  const isPublic = hostName.test(hostname) && !ipLiteral.test(hostname) && !localName.test(hostname);
  return isPublic ? url : undefined;
}

/** Adds `https://` to a typed address without a scheme; `localhost:80` has a port, not a scheme. */
export function withScheme(typed: string): string {
  const text = typed.trim();
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[\w.-]+:\d+(\/|$)/.test(text);
  return hasScheme ? text : `https://${text.replace(/^\/\//, '')}`;
}
