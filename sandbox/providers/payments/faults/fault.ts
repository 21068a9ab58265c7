import { z } from 'zod';
import { transactionStatuses } from '../transaction.ts';

const delayMs = z.number().int().min(0).max(600_000);
/** Whether the call takes effect although its response fails. */
const committed = z.boolean();

const transportFaults = [
  z.strictObject({ kind: z.literal('no_answer') }),
  z.strictObject({ kind: z.literal('answer_lost') }),
  z.strictObject({
    kind: z.literal('error'),
    status: z.number().int().min(500).max(599).default(500),
    committed: committed.default(false),
  }),
  z.strictObject({
    kind: z.literal('rate_limited'),
    resetSeconds: z.number().int().min(0).max(86_400).default(1),
    resetAs: z.enum(['seconds', 'epoch']).default('seconds'),
  }),
  z.strictObject({ kind: z.literal('slow'), delayMs: delayMs.default(29_000) }),
  z.strictObject({
    kind: z.literal('html'),
    status: z.number().int().min(200).max(599).default(502),
    committed: committed.default(false),
  }),
  z.strictObject({ kind: z.literal('invalid_key') }),
  z.strictObject({ kind: z.literal('truncated') }),
  z.strictObject({ kind: z.literal('reset'), committed: committed.default(false) }),
] as const;

const status = z.enum(transactionStatuses);

const verifyFaults = [
  z.strictObject({
    kind: z.literal('answer'),
    status: z.union([status, z.array(status).min(1).max(50)]).optional(),
    amountMinor: z.number().int().optional(),
    currency: z.string().length(3).optional(),
    metadata: z.json().optional(),
  }),
  z.strictObject({
    kind: z.literal('not_found'),
    status: z.literal([400, 404]).optional(),
  }),
] as const;

const webhookFault = z
  .strictObject({
    missing: z.boolean(),
    copies: z.number().int().min(1).max(1000),
    delayMs: z
      .number()
      .int()
      .min(0)
      .max(7 * 86_400_000),
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
/** See {@link callTargets}. */
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
/** A fault of the next webhook. */
export type WebhookFault = z.output<typeof webhookFault>;
