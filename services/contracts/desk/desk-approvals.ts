import * as z from 'zod/mini';
import { approvalKinds } from '../cases/cases.ts';
import { endpoint, objectResponse } from '../endpoint.ts';
import { idParams, optionalText } from '../fields.ts';
import { MomentSchema, withReason } from './desk-fields.ts';

/** An act that waits for the approval of an operator. */
export const ApprovalSchema = z.object({
  id: z.string(),
  caseId: z.string(),
  kind: z.enum(approvalKinds),
  /** The course or person that it is about; null where there is none. */
  about: z.nullable(z.string()),
  /** The operator who asked for it; null where the rules did. */
  askedBy: z.nullable(z.string()),
  askedAt: MomentSchema,
  /** Why; may be empty. */
  reason: z.string(),
  /** In minor units of the currency; null for an act that moves no money. */
  amountMinor: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  /** What it costs, what the completion fund has afterwards, and who approves it, a sentence or two each line; may be empty. */
  notice: z.string(),
  /** When the bank takes a dispute as accepted; null for another act. */
  dueAt: z.nullable(MomentSchema),
  mayApprove: z.boolean(),
  /** Whether it can be declined: money that is owed to its payer cannot. */
  mayDecline: z.boolean(),
  /** The action on the case that approves it, and what the button says. */
  action: z.string(),
  label: z.string(),
  /** Whether the approval itself needs a reason. */
  needsReason: z.boolean(),
});
export type ApprovalView = z.output<typeof ApprovalSchema>;

export const listApprovals = endpoint('GET', '/ops/approvals', 'desk', {
  summary: 'What waits for the approval of an operator, oldest first',
  query: z.object({ limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20) }),
  response: objectResponse({
    approvals: z.array(ApprovalSchema),
    total: z.number(),
    /** Whether a second operator has to approve (`OPERATORS_FOUR_EYES`). */
    hasFourEyes: z.boolean(),
  }),
});

export const approveApproval = endpoint('POST', '/ops/approvals/:id/approve', 'desk', {
  summary: 'Approve what another operator asked for, which does it; no case has to be claimed for that',
  idempotency: 'once',
  params: idParams,
  body: z.object({ reason: optionalText(500) }),
});

export const declineApproval = endpoint('POST', '/ops/approvals/:id/decline', 'desk', {
  summary: 'Decline what waits for approval; the operator who asked for it withdraws it in this way',
  idempotency: 'once',
  ...withReason,
});
