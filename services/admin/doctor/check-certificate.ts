import { isIP } from 'node:net';
import tls from 'node:tls';
import { type Finding, failed, ok, skipped, warning } from './check.ts';

/** Caddy and certbot renew 30 days before the end. */
const [soonDays, urgentDays] = [21, 7];
const dayMs = 86_400_000;

/** Checks the certificate that the server of an address presents; skipped without https. `now` in milliseconds. */
export async function checkCertificate(
  address: string,
  timeoutMs: number,
  { ca, now = Date.now() }: { ca?: string; now?: number } = {},
): Promise<Finding> {
  const { protocol, hostname, port } = new URL(address);
  if (protocol !== 'https:') return skipped('PUBLIC_URL is not https');
  const options = {
    host: hostname,
    port: Number(port || 443),
    ...(isIP(hostname) === 0 && { servername: hostname }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<tls.TLSSocket>();
  const socket = tls.connect({ ...options, ...(ca && { ca }) }, () => resolve(socket));
  socket.setTimeout(timeoutMs, () => reject(new Error('time-out')));
  socket.on('error', reject);
  try {
    const endsAt = new Date((await promise).getPeerCertificate().valid_to);
    const days = Math.floor((endsAt.getTime() - now) / dayMs);
    const text = `of ${hostname} is valid for ${days} days`;
    if (days < urgentDays) return failed(text);
    return days < soonDays ? warning(text) : ok(text);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Those of OpenSSL and Node for a certificate; others are of the network, such as ECONNREFUSED.
    if (/CERT|ALTNAME|SIGNATURE|ISSUER/.test(code)) return failed(`of ${hostname} is not valid (${code})`);
    return warning(`not checked: ${hostname} cannot be reached from this machine (${code || 'no response'})`);
  } finally {
    socket.destroy();
  }
}
