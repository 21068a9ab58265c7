import { isIP } from 'node:net';
import tls from 'node:tls';
import { dayMs } from '#contracts/durations.ts';
import type { Config } from '#services/platform/config.ts';
import { checkSmtp } from '#services/platform/email/mailer.ts';
import { serverUnavailable } from '#services/platform/server-unavailable.ts';
import { createPaymentProvider } from '#services/providers/create-payment-provider.ts';
import { ProviderKeyError } from '#services/providers/provider-errors.ts';
import { type Check, type Finding, failed, ok, skipped, warning } from './check.ts';

/** Caddy and certbot renew 30 days before the end. */
const [soonDays, urgentDays] = [21, 7];

/** Checks the certificate that the server of an address presents; skipped without https. `now` in milliseconds. @internal Its test has certificates of its own. */
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

const timeoutMs = 5_000;

/** Checks of the servers of others: they are called once, with a time limit, and change nothing. */
export function reachChecks(config: Config): Check[] {
  const { payment, mail, google, publicUrl } = config;
  return [
    {
      name: 'Payment provider',
      why: 'Sponsors cannot start payments, and paid ones are settled later.',
      section: 'courseliftproviderunavailable',
      worksWithoutDatabase: true,
      async run() {
        const { host } = new URL(payment.baseUrl);
        const provider = createPaymentProvider({
          ...payment,
          timeoutMs: Math.min(timeoutMs, payment.timeoutMs),
        });
        try {
          await provider.readSessionTimeout();
          return ok(`${host} accepts the secret key`);
        } catch (error) {
          if (error instanceof ProviderKeyError) return failed(`${host} rejects PAYMENT_SECRET_KEY`);
          const { cause } = error as Error;
          throw serverUnavailable(
            'PAYMENT_BASE_URL',
            'The provider',
            payment.baseUrl,
            reasonOf(cause ?? error),
          );
        }
      },
    },
    {
      name: 'Mail server',
      why: 'Mails wait, links to confirm an account among them.',
      section: 'courseliftmaildelayed',
      worksWithoutDatabase: true,
      async run() {
        await checkSmtp(mail.smtpUrl, timeoutMs);
        return ok(`${new URL(mail.smtpUrl).host} accepts the sign-in; no mail was sent`);
      },
    },
    {
      name: 'Google sign-in',
      why: 'People who sign in with Google cannot.',
      section: 'check-everything-at-once',
      worksWithoutDatabase: true,
      async run() {
        if (!google) return skipped('is not configured');
        const { host } = new URL(google.jwksUrl);
        const response = await fetch(google.jwksUrl, {
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        }).catch((error) => {
          throw serverUnavailable('GOOGLE_ISSUER', 'Google', google.jwksUrl, reasonOf(error));
        });
        await response.body?.cancel();
        return response.ok ? ok(`${host} responds`) : failed(`${host} responds with ${response.status}`);
      },
    },
    {
      name: 'Certificate',
      why: 'Browsers refuse the site without a valid one.',
      section: 'check-everything-at-once',
      worksWithoutDatabase: true,
      run: () => checkCertificate(publicUrl, timeoutMs),
    },
  ];
}

/** `fetch` rejects with "fetch failed"; the reason is its cause. */
function reasonOf(error: unknown): unknown {
  const { cause } = error as { cause?: unknown };
  return cause ?? error;
}
