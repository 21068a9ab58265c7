import type { Config } from '#services/platform/config.ts';
import { checkSmtp } from '#services/platform/email/check-smtp.ts';
import { serverUnavailable } from '#services/platform/server-unavailable.ts';
import { createPaymentProvider, ProviderKeyError } from '#services/providers/payment-provider.ts';
import { type Check, failed, ok, skipped } from './check.ts';
import { checkCertificate } from './check-certificate.ts';

const timeoutMs = 5_000;

/** Checks of the servers of others: they are called once, with a time limit, and change nothing. */
export function reachChecks(config: Config): Check[] {
  const { payment, mail, google, publicUrl } = config;
  return [
    {
      name: 'Payment provider',
      why: 'Sponsors cannot start payments, and paid ones are settled later.',
      section: 'courseliftproviderunavailable',
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
      async run() {
        await checkSmtp(mail.smtpUrl, timeoutMs);
        return ok(`${new URL(mail.smtpUrl).host} accepts the sign-in; no mail was sent`);
      },
    },
    {
      name: 'Google sign-in',
      why: 'People who sign in with Google cannot.',
      section: 'check-everything-at-once',
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
      run: () => checkCertificate(publicUrl, timeoutMs),
    },
  ];
}

/** `fetch` rejects with "fetch failed"; the reason is its cause. */
function reasonOf(error: unknown): unknown {
  const { cause } = error as { cause?: unknown };
  return cause ?? error;
}
