import { canCheck } from './can-check.ts';

/** Result of one check of a link. */
export interface LinkResult {
  /** `unclear`: the server did not say whether the page exists. */
  state: 'alive' | 'dead' | 'unclear';
  /** One sentence; null for `alive`. */
  problem: string | null;
  /** The server asked us to stop for now. */
  isBusy: boolean;
}

const maxRedirects = 5;
/** Of one link with all its redirects. */
const timeoutMs = 12_000;
const goneStatuses = [404, 410];
// Answers to HEAD of servers that do not implement it, or refuse it to programs.
const tryGetStatuses = [403, 405, 406, 501];
const busyStatuses = [429, 503];

const result = (state: LinkResult['state'], problem: string | null, isBusy = false): LinkResult => ({
  state,
  problem,
  isBusy,
});

/**
 * Checks a link with HEAD, and with GET where the server does not implement HEAD; the body is never read. Redirects are
 * followed only to allowed hosts, so that no link makes the server call another one. Never throws.
 *
 * @param hosts hosts that may be asked; a host with a port stands for itself alone
 */
export async function checkLink(
  url: string,
  { hosts, userAgent }: { hosts: readonly string[]; userAgent: string },
): Promise<LinkResult> {
  let address = url;
  const signal = AbortSignal.timeout(timeoutMs);
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    if (!canCheck(address, hosts)) return result('unclear', 'The link leads to a host that is not checked.');
    const answer = await request(address, userAgent, signal);
    if (typeof answer === 'string') return result('unclear', answer);
    const { status, location } = answer;
    if (goneStatuses.includes(status)) return result('dead', `The platform responds with ${status}.`);
    if (busyStatuses.includes(status))
      return result('unclear', `The platform responds with ${status}.`, true);
    if (status >= 200 && status < 300) return result('alive', null);
    const next = status >= 300 && status < 400 && location ? URL.parse(location, address)?.href : undefined;
    if (!next) return result('unclear', `The platform responds with ${status}.`);
    address = next;
  }
  return result('unclear', `The link is redirected more than ${maxRedirects} times.`);
}

async function request(
  url: string,
  userAgent: string,
  signal: AbortSignal,
): Promise<{ status: number; location: string | null } | string> {
  try {
    let status = 0;
    let location: string | null = null;
    for (const method of ['HEAD', 'GET']) {
      const response = await fetch(url, {
        method,
        redirect: 'manual',
        headers: { 'user-agent': userAgent },
        signal,
      });
      await response.body?.cancel();
      status = response.status;
      location = response.headers.get('location');
      if (!tryGetStatuses.includes(status)) break;
    }
    return { status, location };
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    return isTimeout ? 'The platform did not respond in time.' : 'The platform could not be reached.';
  }
}
