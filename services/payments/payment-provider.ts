import { BrokenCircuitError, circuitBreaker, handleType, SamplingBreaker } from 'cockatiel';
import * as z from 'zod';
import type { Config } from '#services/platform/config.ts';

/** What starting a transaction takes; the amount in minor units. */
export interface TransactionInput {
  email: string;
  amountMinor: number;
  currency: string;
  reference: string;
  /** Where the payer comes back to; the visit proves nothing. */
  callbackUrl: string;
  cancelUrl: string;
  metadata: Record<string, string>;
}

/** Where the payer pays. The provider gives it once, so it is stored. */
export interface StartedTransaction {
  authorizationUrl: string;
  accessCode: string;
}

/** What the provider knows about a transaction; the amount in minor units. */
export interface ProviderTransaction {
  status: 'success' | 'abandoned' | 'failed' | 'reversed' | 'open';
  reference: string;
  amountMinor: number;
  currency: string;
}

/** The payment provider, spoken to over its published protocol. */
export interface PaymentProvider {
  initialize(wish: TransactionInput): Promise<StartedTransaction>;
  /** Undefined for a reference that the provider does not know. */
  verify(reference: string): Promise<ProviderTransaction | undefined>;
  /** Returns after how many seconds a payment page can no longer be used; 0 when it never ends. */
  readSessionTimeout(): Promise<number>;
  /** Sets it for every page of this account. */
  setSessionTimeout(seconds: number): Promise<void>;
}

/** The provider gave no usable answer: whether it acted is unknown. */
export class ProviderUnavailableError extends Error {
  override name = 'ProviderUnavailableError';
}

/** The provider understood and said no; `code` is its own. */
export class ProviderRejectedError extends Error {
  override name = 'ProviderRejectedError';
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

const FailureAnswer = z.object({
  status: z.literal(false),
  message: z.string(),
  code: z.string().optional(),
});
const InitializeAnswer = z.object({
  status: z.literal(true),
  data: z.object({ authorization_url: z.url(), access_code: z.string(), reference: z.string() }),
});
const VerifyAnswer = z.object({
  status: z.literal(true),
  data: z.object({
    status: z.string(),
    reference: z.string(),
    amount: z.coerce.number().int(),
    currency: z.string(),
  }),
});

const SessionTimeoutAnswer = z.object({
  status: z.literal(true),
  data: z.object({ payment_session_timeout: z.coerce.number().int().min(0) }),
});

const sessionTimeoutPath = '/integration/payment_session_timeout';
const finalStates = new Set(['success', 'abandoned', 'failed', 'reversed']);
const breakAfterMs = 10_000;

/** A client of the provider: 8 s at most a call, and a breaker that opens after 5 failures in 10 s. */
export function createPaymentProvider(config: Config['payment']): PaymentProvider {
  const breaker = circuitBreaker(handleType(ProviderUnavailableError), {
    halfOpenAfter: breakAfterMs,
    breaker: new SamplingBreaker({ threshold: 0.5, duration: breakAfterMs, minimumRps: 0.5 }),
  });
  const call = async <T>(schema: z.ZodType<T>, path: string, init: RequestInit = {}): Promise<T> => {
    try {
      return await breaker.execute(() => ask(config, schema, path, init));
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error;
      throw new ProviderUnavailableError('The provider failed too often and is left alone for a moment', {
        cause: error,
      });
    }
  };
  return {
    async initialize(wish) {
      const body = {
        email: wish.email,
        amount: wish.amountMinor,
        currency: wish.currency,
        reference: wish.reference,
        callback_url: wish.callbackUrl,
        metadata: JSON.stringify({ ...wish.metadata, cancel_action: wish.cancelUrl }),
      };
      const { data } = await call(InitializeAnswer, '/transaction/initialize', {
        method: 'POST',
        body: JSON.stringify(body),
      });
      return { authorizationUrl: data.authorization_url, accessCode: data.access_code };
    },
    async verify(reference) {
      try {
        const { data } = await call(VerifyAnswer, `/transaction/verify/${encodeURIComponent(reference)}`);
        const status = finalStates.has(data.status) ? data.status : 'open';
        return {
          status: status as ProviderTransaction['status'],
          reference: data.reference,
          amountMinor: data.amount,
          currency: data.currency,
        };
      } catch (error) {
        // Some installations answer an unknown reference with 400, others with 404: the body tells.
        if (error instanceof ProviderRejectedError && error.code === 'transaction_not_found')
          return undefined;
        throw error;
      }
    },
    async readSessionTimeout() {
      return (await call(SessionTimeoutAnswer, sessionTimeoutPath)).data.payment_session_timeout;
    },
    async setSessionTimeout(seconds) {
      const body = JSON.stringify({ timeout: seconds });
      await call(SessionTimeoutAnswer, sessionTimeoutPath, { method: 'PUT', body });
    },
  };
}

async function ask<T>(
  config: Config['payment'],
  schema: z.ZodType<T>,
  path: string,
  init: RequestInit,
): Promise<T> {
  const answer = await read(config, path, init);
  const success = schema.safeParse(answer.json);
  if (success.success) return success.data;
  const failure = FailureAnswer.safeParse(answer.json);
  if (failure.success && answer.status < 500 && answer.status !== 429) {
    throw new ProviderRejectedError(failure.data.message, failure.data.code ?? 'unknown');
  }
  throw new ProviderUnavailableError(`The provider answered ${answer.status} with something unreadable`);
}

async function read(config: Config['payment'], path: string, init: RequestInit) {
  try {
    const response = await fetch(`${config.baseUrl}${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${config.secretKey}`, 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(config.timeoutMs),
    });
    return { status: response.status, json: (await response.json()) as unknown };
  } catch (error) {
    throw new ProviderUnavailableError('The provider did not answer', { cause: error });
  }
}
