import { z } from 'zod';
import { dayMs } from '#contracts/durations.ts';
import { transactionStatuses } from '../transaction.ts';

const milliseconds = z.number().int().min(0);
const delayMs = milliseconds.max(600_000);
/** Whether the call takes effect although its response fails. */
const committed = z.boolean().default(false);

const httpStatus = z.number().int().min(200).max(599);
const fault = <Kind extends string, Shape extends z.core.$ZodLooseShape>(kind: Kind, shape: Shape) =>
  z.strictObject({ kind: z.literal(kind), ...shape });

const transportFaults = [
  fault('no_answer', {}),
  fault('answer_lost', {}),
  fault('error', { status: httpStatus.min(500).default(500), committed }),
  fault('rate_limited', {
    resetSeconds: z.number().int().min(0).max(86_400).default(1),
    resetAs: z.enum(['seconds', 'epoch']).default('seconds'),
  }),
  fault('slow', { delayMs: delayMs.default(29_000) }),
  fault('html', { status: httpStatus.default(502), committed }),
  /** JSON of a proxy in between, not in the provider's form. */
  fault('proxy_json', { status: httpStatus.default(502), committed }),
  fault('invalid_key', {}),
  /** Rejected for a reason that the provider's document leaves to its default response. */
  fault('forbidden', {}),
  fault('truncated', {}),
  fault('reset', { committed }),
] as const;

const status = z.enum(transactionStatuses);

const verifyFaults = [
  fault('answer', {
    status: z.union([status, z.array(status).min(1).max(50)]).optional(),
    amountMinor: z.number().int().optional(),
    currency: z.string().length(3).optional(),
    metadata: z.json().optional(),
  }),
  fault('not_found', { status: z.literal([400, 404]).optional() }),
] as const;

const webhookFault = z
  .strictObject({
    missing: z.boolean(),
    copies: z.number().int().min(1).max(1000),
    delayMs: milliseconds.max(7 * dayMs),
    forgedCopies: z.number().int().min(0).max(1000),
    reorder: z.number().int().min(2).max(1000),
  })
  .partial();

const selector = {
  reference: z.string().min(1).max(200).optional(),
  email: z.email().optional(),
  /** Number of matching calls affected; null: all, until removed. */
  times: z.number().int().min(1).max(1_000_000).nullable().optional(),
};

/** Calls whose transport can fail; verify can also return other data. */
export const callTargets = [
  'initialize',
  'transaction_list',
  'refund',
  'refund_list',
  'refund_fetch',
  'refund_retry',
  'banks',
  'dispute_list',
  'dispute_fetch',
  'dispute_upload',
  'dispute_evidence',
  'dispute_resolve',
] as const;
export type CallTarget = (typeof callTargets)[number];

/** Body of `POST /payments/control/faults`. */
export const FaultRuleSchema = z.discriminatedUnion('on', [
  z.strictObject({
    on: z.enum(callTargets),
    ...selector,
    fault: z.discriminatedUnion('kind', transportFaults),
  }),
  z.strictObject({
    on: z.literal('verify'),
    ...selector,
    fault: z.discriminatedUnion('kind', [...transportFaults, ...verifyFaults]),
  }),
  z.strictObject({ on: z.literal('webhook'), ...selector, fault: webhookFault }),
]);

export type FaultRule = z.output<typeof FaultRuleSchema>;
/** A fault of the transport, independent of the response. */
export type TransportFault = z.output<(typeof transportFaults)[number]>;
/** A verify response that differs from the ledger. */
export type VerifyFault = z.output<(typeof verifyFaults)[number]>;
export type WebhookFault = z.output<typeof webhookFault>;
