import { SpanKind } from '@opentelemetry/api';
import * as z from 'zod';
import type { Config } from '#services/platform/config.ts';
import { withinDeadline } from '#services/platform/request-deadline.ts';
import { inSpan } from '#services/platform/tracing/spans.ts';
import { guardCalls } from '../guard-calls.ts';
import type { PaymentProvider, ProviderTransaction } from '../payment-provider.ts';
import { ProviderKeyError, ProviderRejectedError, ProviderUnavailableError } from '../provider-errors.ts';
import { createBookCalls } from './book-calls.ts';
import { createDisputeCalls } from './dispute-calls.ts';
import * as field from './fields.ts';
import { type ProviderCall, parseJson } from './fields.ts';
import { createRefundCalls } from './refund-calls.ts';
import { readPaystackWebhook } from './webhook.ts';

const FailureResponse = z.object({ status: z.literal(false), message: z.string() });
const InitializeResponse = z.object({
  status: z.literal(true),
  data: z.object({ authorization_url: z.url(), access_code: z.string(), reference: z.string() }),
});
const VerifyResponse = z.object({
  status: z.literal(true),
  data: z.object({
    id: field.id,
    status: z.string(),
    reference: z.string(),
    ...field.transactionAmounts,
    currency: field.currency,
    paid_at: field.time,
  }),
});

const SessionTimeoutResponse = z.object({
  status: z.literal(true),
  data: z.object({ payment_session_timeout: z.coerce.number().int().min(0) }),
});

const sessionTimeoutPath = '/integration/payment_session_timeout';
const knownStatuses = new Map<string, ProviderTransaction['status']>([
  ['success', 'success'],
  ['abandoned', 'abandoned'],
  ['failed', 'failed'],
  ['reversal pending', 'reversing'],
  ['reversal-pending', 'reversing'],
  ['reversed', 'reversed'],
]);
/** Time that a call of our API needs to store the result of a call to the provider, in milliseconds. */
const storeMs = 1_500;

// `/transaction/verify/abc` is transaction_verify, `/refund/12` is refund: without ids, so that the kinds are few.
const kindPattern = /^\/(transaction\/(?:initialize|verify)|[a-z_]+)/;
const kindOf = (path: string) => kindPattern.exec(path)?.[1]?.replace('/', '_') ?? 'other';

/** Returns a client of Paystack with a time-out per call and a circuit breaker of its own. */
export function createPaystack(config: Config['payment']): PaymentProvider {
  const guarded = guardCalls();
  const call: ProviderCall = (schema, path, init = {}) =>
    guarded(kindOf(path), () => request(config, schema, path, init));
  return {
    readWebhook: (raw, signature) => readPaystackWebhook(raw, signature, config.secretKey),
    ...createRefundCalls(call),
    ...createDisputeCalls(call, (url, contentType, data) =>
      guarded('upload', () => putFile(config, url, contentType, data)),
    ),
    ...createBookCalls(call),
    async initialize(input) {
      const body = {
        email: input.email,
        amount: input.amountMinor,
        currency: input.currency,
        reference: input.reference,
        callback_url: input.callbackUrl,
        metadata: JSON.stringify({ ...input.metadata, cancel_action: input.cancelUrl }),
      };
      const { data } = await call(InitializeResponse, '/transaction/initialize', {
        method: 'POST',
        body: JSON.stringify(body),
      });
      return { authorizationUrl: data.authorization_url, accessCode: data.access_code };
    },
    async verify(reference) {
      try {
        const { data } = await call(VerifyResponse, `/transaction/verify/${encodeURIComponent(reference)}`);
        return {
          status: knownStatuses.get(data.status) ?? 'open',
          id: data.id,
          reference: data.reference,
          ...field.ownAmounts(data),
          currency: data.currency,
          paidAt: data.paid_at,
        };
      } catch (error) {
        if (error instanceof ProviderRejectedError && isNotFound(error)) return undefined;
        throw error;
      }
    },
    async readSessionTimeout() {
      return (await call(SessionTimeoutResponse, sessionTimeoutPath)).data.payment_session_timeout;
    },
    async setSessionTimeout(seconds) {
      const body = JSON.stringify({ timeout: seconds });
      await call(SessionTimeoutResponse, sessionTimeoutPath, { method: 'PUT', body });
    },
  };
}

/** An unknown reference is 404 in the provider's document; 400 with such a message has been observed. */
function isNotFound({ status, message }: ProviderRejectedError): boolean {
  return status === 404 || (status === 400 && /not found/i.test(message));
}

async function request<T>(
  config: Config['payment'],
  schema: z.ZodType<T>,
  path: string,
  init: RequestInit,
): Promise<T> {
  const response = await traced(init.method ?? 'GET', path, () => read(config, path, init));
  const success = schema.safeParse(response.json);
  if (success.success) return success.data;
  const failure = FailureResponse.safeParse(response.json);
  // Only in the provider's form: a 401 of a proxy between us does not show that the provider did nothing.
  if (failure.success && response.status === 401) throw new ProviderKeyError();
  if (failure.success && response.status < 500 && response.status !== 429) {
    throw new ProviderRejectedError(failure.data.message, response.status);
  }
  throw new ProviderUnavailableError(`The provider answered ${response.status} with something unreadable`, {
    hasResponded: true,
  });
}

// The address is signed: the secret key must not be sent to it.
async function putFile(
  { timeoutMs }: Config['payment'],
  url: string,
  contentType: string,
  data: Buffer,
): Promise<void> {
  const init = { method: 'PUT', headers: { 'Content-Type': contentType }, body: new Uint8Array(data) };
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { ...init, redirect: 'error', signal }).catch((cause) => {
    throw new ProviderUnavailableError('The provider did not take the file', { hasResponded: false, cause });
  });
  await response.body?.cancel();
  if (!response.ok)
    throw new ProviderUnavailableError(`The provider answered ${response.status} to the file`, {
      hasResponded: true,
    });
}

// Only the first parts of the path: the last one can be a reference.
function traced<T extends { status: number }>(
  method: string,
  path: string,
  call: () => Promise<T>,
): Promise<T> {
  const template = path.replace(/^(\/[a-z_]+(?:\/[a-z_]+)?).*/, '$1');
  const attributes = { 'http.request.method': method, 'url.template': template, 'peer.service': 'payments' };
  return inSpan(`${method} ${template}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const response = await call();
    span.setAttribute('http.response.status_code', response.status);
    return response;
  });
}

async function read(config: Config['payment'], path: string, init: RequestInit) {
  try {
    const response = await fetch(`${config.baseUrl}${path}`, {
      ...init,
      redirect: 'error',
      headers: { Authorization: `Bearer ${config.secretKey}`, 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(withinDeadline(config.timeoutMs, storeMs)),
    });
    return { status: response.status, json: parseJson(await response.text()) };
  } catch (error) {
    throw new ProviderUnavailableError('The provider did not answer', { hasResponded: false, cause: error });
  }
}
