import http from 'node:http';
import https from 'node:https';
import { lookupPublic } from '#services/platform/http/requests/public-address.ts';

/** Returns whether a link is of one of the hosts that may be asked, or of a subdomain of it. */
export function canCheck(url: string, hosts: readonly string[]): boolean {
  const address = URL.parse(url);
  if (!address || !/^https?:$/.test(address.protocol)) return false;
  return hosts.some((host) =>
    host.includes(':')
      ? address.host === host
      : address.port === '' && (address.hostname === host || address.hostname.endsWith(`.${host}`)),
  );
}

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

const unclear = (problem: string, isBusy = false): LinkResult => ({ state: 'unclear', problem, isBusy });

/**
 * Checks a link with HEAD, and with GET where the server does not implement HEAD; the body is never read. Redirects are
 * followed only to allowed hosts, and names only to public addresses, so that no link makes the server call another one.
 * Never throws.
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
    if (!canCheck(address, hosts)) return unclear('The link leads to a host that is not checked.');
    const answer = await request(address, userAgent, signal);
    if (typeof answer === 'string') return unclear(answer);
    const { status, location } = answer;
    const problem = `The platform responds with ${status}.`;
    if (goneStatuses.includes(status)) return { state: 'dead', problem, isBusy: false };
    if (status >= 200 && status < 300) return { state: 'alive', problem: null, isBusy: false };
    const next = status >= 300 && status < 400 && location ? URL.parse(location, address)?.href : undefined;
    if (!next) return unclear(problem, busyStatuses.includes(status));
    address = next;
  }
  return unclear(`The link is redirected more than ${maxRedirects} times.`);
}

async function request(url: string, userAgent: string, signal: AbortSignal): Promise<LinkAnswer | string> {
  try {
    const answer = await send('HEAD', url, userAgent, signal);
    return tryGetStatuses.includes(answer.status) ? await send('GET', url, userAgent, signal) : answer;
  } catch {
    return signal.aborted ? 'The platform did not respond in time.' : 'The platform could not be reached.';
  }
}

interface LinkAnswer {
  status: number;
  location: string | undefined;
}

/** Sends a request; not with fetch, which connects to whatever address the name of the host resolves to. */
function send(method: string, address: string, userAgent: string, signal: AbortSignal): Promise<LinkAnswer> {
  const url = new URL(address);
  const client = url.protocol === 'https:' ? https : http;
  // A host that is listed with its port is one that the operator runs, maybe on this machine.
  const resolution = url.port === '' ? { lookup: lookupPublic } : {};
  const options = { method, headers: { 'user-agent': userAgent }, signal, agent: false, ...resolution };
  return new Promise((resolve, reject) => {
    const sent = client.request(url, options, (response) => {
      const { statusCode = 0, headers } = response;
      response.destroy();
      resolve({ status: statusCode, location: headers.location });
    });
    sent.on('error', reject);
    sent.end();
  });
}
