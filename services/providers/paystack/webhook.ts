import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod';
import { HttpError, unauthenticated } from '#services/platform/errors.ts';
import { equalsSecret } from '#services/platform/tokens/secrets.ts';
import type { ProviderEvent } from '../payment-provider.ts';
import * as field from './fields.ts';
import { parseJson } from './fields.ts';

/** Kinds of events that we handle, by Paystack's names (provider documentation, "Webhooks"). */
const kinds: [pattern: RegExp, kind: ProviderEvent['kind']][] = [
  [/^charge\.success$/, 'paid'],
  [/^refund\./, 'refund'],
  [/^charge\.dispute\./, 'dispute'],
  [/^bank\.transfer\.rejected$/, 'rejected_transfer'],
];

// A field of unexpected shape is dropped, not rejected: the provider redelivers a rejected webhook for three days.
const name = z.string().max(200).optional().catch(undefined);
const text = z.string().trim().min(1).max(500).optional().catch(undefined);
const amount = field.amount.optional().catch(undefined);
const WebhookSchema = z.object({
  event: z.string().max(100),
  data: z.looseObject({
    id: z
      .union([z.number(), z.string().max(200)])
      .optional()
      .catch(undefined),
    reference: name,
    transaction_reference: name,
    transaction: z.looseObject({ reference: name }).optional().catch(undefined),
  }),
});

// What operators are told. Redacted and stored is the data as it came: these fields are trimmed and converted.
const FactsSchema = z.object({
  status: text,
  amount,
  refund_amount: amount,
  currency: text,
  dueAt: field.time,
  due_at: field.time,
  category: text,
  resolution: text,
  message: text,
  message_type: text,
  reason: text,
});

/**
 * Reads a webhook: a JSON body, signed by the hex HMAC-SHA512 of its bytes. It has neither an id nor a time, so an event is
 * recognised by its name and what it is about, or by its bytes where that has no id.
 * @throws HttpError 401 for a wrong signature over the raw body, 400 for a body of another shape.
 */
export function readPaystackWebhook(
  raw: Buffer,
  signature: string | undefined,
  secretKey: string,
): ProviderEvent {
  if (!isSigned(raw, signature, secretKey)) throw unauthenticated('The signature does not fit.');
  const parsed = WebhookSchema.safeParse(parseBody(raw));
  if (!parsed.success) throw new HttpError(400, 'This is not an announcement that we understand.');
  const { event, data } = parsed.data;
  const kind = kinds.find(([pattern]) => pattern.test(event))?.[1] ?? 'other';
  const reference = data.reference ?? data.transaction_reference ?? data.transaction?.reference ?? null;
  const facts = FactsSchema.parse(data);
  const details = [facts.category, facts.resolution, facts.message_type, facts.message, facts.reason];
  return {
    name: event,
    kind,
    naturalKey: `${event}:${reference}:${data.id ?? createHash('sha256').update(raw).digest('hex')}`,
    reference,
    id: data.id === undefined ? null : String(data.id),
    status: facts.status ?? null,
    amountMinor: (kind === 'dispute' ? facts.refund_amount : facts.amount) ?? null,
    currency: facts.currency ?? null,
    dueAt: facts.dueAt ?? facts.due_at,
    detail: details.filter(Boolean).join('; ') || null,
    stored: redactWebhook(event, data),
  };
}

function isSigned(raw: Buffer, signature: string | undefined, secretKey: string): boolean {
  const expected = createHmac('sha512', secretKey).update(raw).digest();
  return equalsSecret(Buffer.from(signature ?? '', 'hex'), expected);
}

// PostgreSQL's jsonb rejects NUL and unpaired surrogates, which JSON allows.
const unstorableEscape = /\\(u0000|ud[89a-f][\da-f]{2}|.)/g;

function parseBody(raw: Buffer): unknown {
  try {
    // JSON.stringify writes each escape in one form only, so one pattern finds them all.
    const body = JSON.stringify(parseJson(raw.toString('utf8')));
    return JSON.parse(
      body.replaceAll(unstorableEscape, (written, rest: string) => (rest.length > 1 ? '' : written)),
    );
  } catch {
    throw new HttpError(400, 'This is not JSON.');
  }
}

/** Fields of an event that settlement, incidents and the desk's comparison use; none names a person. */
const storedFields = [
  'id',
  'reference',
  'transaction_reference',
  'refund_reference',
  'status',
  'amount',
  'refund_amount',
  'currency',
  'fees',
  'channel',
  'domain',
  'category',
  'resolution',
  'message_type',
  'paid_at',
  'created_at',
  'resolvedAt',
  'dueAt',
  'due_at',
];

const maxLength = 200;

/**
 * Returns the part of a webhook that is stored. The provider also sends the payer's e-mail address, name, card and network
 * address; what we need of a payment is read from the provider when it is settled.
 */
function redactWebhook(event: string, data: object): { event: string; data: object } {
  const values = data as Record<string, unknown>;
  const { reference } = (values.transaction ?? {}) as { reference?: unknown };
  return {
    event,
    data: {
      ...pick(values, storedFields),
      ...(isShort(reference) && { transaction: { reference } }),
    },
  };
}

function pick(values: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (isShort(values[name]) ? [[name, values[name]]] : [])));
}

const isShort = (value: unknown) =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= maxLength);
