import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '#contracts/limits.ts';
import { describeError } from '#services/platform/describe-error.ts';
import type { Logger } from '#services/platform/log.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { ProviderKeyError, ProviderUnavailableError } from './provider-errors.ts';

const timeoutS = limits.paymentSessionMs / 1_000;
const firstPauseMs = 1_000;
const longestPauseMs = 300_000;

interface Deps {
  provider: Pick<PaymentProvider, 'readSessionTimeout' | 'setSessionTimeout'>;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Ends the retries. */
  signal: AbortSignal;
}

/**
 * Makes the provider close payment pages after 30 minutes: without it they never end (provider documentation,
 * "Payment session timeout"). Retries with backoff while the provider is unavailable, and never throws. Running it
 * in several processes at once is harmless.
 */
export async function ensureSessionTimeout({ provider, log, signal }: Deps): Promise<void> {
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      const current = await provider.readSessionTimeout();
      if (current === timeoutS) return;
      await provider.setSessionTimeout(timeoutS);
      log.info(`The provider's payment session time-out was ${current} s and is now ${timeoutS} s`);
      return;
    } catch (error) {
      log.warn(`The provider's payment session time-out could not be checked: ${describeError(error)}`);
      // A rejected request fails again when it is retried, and a wrong key ends with a new start.
      if (!(error instanceof ProviderUnavailableError) || error instanceof ProviderKeyError) return;
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
