import { useLayoutEffect, useState } from 'react';
import { consumeLinkToken } from '#src/browser/link-token.ts';

/**
 * Returns the token of the mail's link that opened this page; empty when the link is incomplete. Undefined in the first render,
 * which is the one of the build: only a browser has the address.
 */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>();
  // Before the next paint, so that a page without a token does not offer its button first.
  useLayoutEffect(() => setToken(consumeLinkToken()), []);
  return token;
}
