import * as z from 'zod/mini';
import { listOf } from '../endpoint.ts';
import { paymentStatuses, refundOrigins, refundStatuses } from '../payments/payment-status.ts';
import { MomentSchema, MoneySchema, NamedPersonSchema } from './desk-fields.ts';

/** A refund of a payment as far as it has come. */
const RefundFactsSchema = z.object({
  origin: z.enum(refundOrigins),
  /** It gives back the rest of a cheaper course. */
  isRest: z.boolean(),
  /** Such a refund has failed, and the rest is still owed to the payer. */
  isOwed: z.boolean(),
  status: z.enum(refundStatuses),
  amount: MoneySchema,
  reason: z.string(),
  /** False while an operator has to approve it. */
  isApproved: z.boolean(),
  /** The operator who asked for it; null where the rules or the provider started it. */
  requestedBy: z.nullable(z.string()),
  requestedById: z.nullable(z.string()),
  failureReason: z.nullable(z.string()),
});

/** A dispute of a payment as far as it has come. */
export const DisputeFactsSchema = z.object({
  id: z.string(),
  status: z.enum(['awaiting_merchant', 'awaiting_bank', 'resolved']),
  outcome: z.nullable(z.enum(['won', 'lost', 'accepted'])),
  /** The answer of operators; null until then. */
  answer: z.nullable(z.enum(['accept', 'fight'])),
  /** Our message to the bank; null until then. */
  message: z.nullable(z.string()),
  /** The operator who answered; null until then, and for an answer on the provider's dashboard. */
  answeredBy: z.nullable(z.string()),
  answeredAt: z.nullable(MomentSchema),
  /** The operator who asked to accept it, while another one has to approve that. */
  acceptRequestedBy: z.nullable(z.string()),
  amount: MoneySchema,
  category: z.nullable(z.string()),
  dueAt: MomentSchema,
  /** Whether its evidence is that which the bank gets or has, or what would be sent now; null where there is none. */
  evidence: z.nullable(z.enum(['sent', 'draft'])),
});

/** A payment as we have it, beside the provider's last report. */
export const ComparedPaymentSchema = z.object({
  id: z.string(),
  reference: z.string(),
  /** The provider's number of the transaction; null until it has said it. */
  providerId: z.nullable(z.string()),
  status: z.enum(paymentStatuses),
  payer: NamedPersonSchema,
  payerEmail: z.string(),
  /** `differs` where both say something, and not the same. */
  comparison: listOf({
    name: z.string(),
    ours: z.nullable(z.string()),
    provider: z.nullable(z.string()),
    differs: z.boolean(),
  }),
  /** When it was settled; before that, when it was started. */
  recordedAt: MomentSchema,
  /** When the provider last reported or was last asked; null when it never was. */
  reportedAt: z.nullable(MomentSchema),
});
export type ComparedPayment = z.output<typeof ComparedPaymentSchema>;

/** A transaction that the provider captured and no payment has. */
export const UnmatchedTransactionSchema = z.object({
  id: z.string(),
  reference: z.string(),
  /** The provider's number of it. */
  providerId: z.string(),
  amount: MoneySchema,
  /** The provider's fee; null while it does not say it. */
  fee: z.nullable(MoneySchema),
  /** Address that the payer entered at the provider. */
  payerEmail: z.nullable(z.string()),
  /** The person with this address here; null when there is none. */
  payer: z.nullable(NamedPersonSchema),
  paidAt: z.nullable(MomentSchema),
  /** What operators decided; null until then. */
  decision: z.nullable(z.enum(['payment', 'refund', 'not_ours'])),
  /** How far its refund is; null without one. */
  refundStatus: z.nullable(z.enum(refundStatuses)),
  refundFailure: z.nullable(z.string()),
  /** Payments without money, and with a closed payment page, that it may belong to: of this payer, or of this amount, newest first. */
  candidates: listOf({
    id: z.string(),
    reference: z.string(),
    status: z.enum(paymentStatuses),
    payer: NamedPersonSchema,
    course: z.string(),
    amount: MoneySchema,
    createdAt: MomentSchema,
  }),
});

/** A payment of a case. */
export const PaymentFactsSchema = z.extend(ComparedPaymentSchema, {
  /** Whether the case is about this one of the payments of its request. */
  isSubject: z.boolean(),
  /** Whether the provider has created it; it does not know sample data without the local provider. */
  isAtProvider: z.boolean(),
  /** Its refunds, oldest first. */
  refunds: z.array(RefundFactsSchema),
  /** The dispute that waits for an answer, or the current one. */
  dispute: z.nullable(DisputeFactsSchema),
});
