import { documentFile } from '#contracts/document-file.ts';
import * as column from '#services/platform/database/columns.ts';
import { defineEntity, type RowOf } from '#services/platform/database/define-entity.ts';
import { fileColumns } from '#services/platform/files/stored-object.entity.ts';

/** One dispute (chargeback) of a payment. */
export type Dispute = RowOf<typeof DisputeEntity>;

export const DisputeEntity = defineEntity({
  name: 'Dispute',
  tableName: 'disputes',
  columns: {
    id: column.id,
    paymentId: column.reference('Payment'),
    providerId: column.kept(column.text),
    /** See decisions section 10. */
    status: column.oneOf(['awaiting_merchant', 'awaiting_bank', 'resolved']),
    /** `accepted` by us, or `lost` after a fight or for want of an answer; null until it is resolved. */
    outcome: column.optional(column.oneOf(['won', 'lost', 'accepted'])),
    /** The disputed amount, in minor units of the currency; once it is lost or accepted, the amount taken. */
    amountMinor: column.amountMinor,
    currency: column.currencyCode,
    category: column.kept(column.optionalText),
    /** When the provider accepts it for us unless it is answered. */
    dueAt: column.time,
    openedAt: column.time,
    /** When operators were reminded at half time. */
    remindedAt: column.moment,
    /** The answer that operators decided on. */
    answer: column.optional(column.oneOf(['accept', 'fight'])),
    answeredById: column.ofOthers(column.reference('User', { nullable: true })),
    answeredAt: column.moment,
    /** Our message to the bank. */
    message: column.emptied(column.optionalText),
    /** When the read began whose result is stored; an older result is ignored. */
    readAt: column.moment,
    resolvedAt: column.moment,
    createdAt: column.createdAt,
  },
  indices: [
    { name: 'disputes_provider_id', columns: ['providerId'], unique: true },
    { name: 'disputes_payment', columns: ['paymentId', 'openedAt'] },
    { name: 'disputes_open', columns: ['dueAt'], where: `status <> 'resolved'` },
    { name: 'disputes_answered_by', columns: ['answeredById'], where: 'answered_by_id IS NOT NULL' },
  ],
  checks: [
    { name: 'disputes_amount_positive', expression: 'amount_minor > 0' },
    {
      name: 'disputes_resolved_with_outcome',
      expression: `(status = 'resolved') = (outcome IS NOT NULL) AND (outcome IS NULL) = (resolved_at IS NULL)`,
    },
  ],
});

/** The evidence that a dispute is fought with. It is stored before it is sent, and never changes. */
export type DisputeEvidence = RowOf<typeof DisputeEvidenceEntity>;

export const DisputeEvidenceEntity = defineEntity({
  name: 'DisputeEvidence',
  tableName: 'dispute_evidence',
  columns: {
    disputeId: column.reference('Dispute', { onDelete: 'CASCADE', primary: true }),
    contentType: column.oneOf(documentFile.types),
    ...fileColumns,
    /** What was sold and how far its delivery was, as one paragraph beside the file. */
    serviceDetails: column.text,
    /** Null while the course was not delivered. */
    deliveredAt: column.moment,
    createdAt: column.createdAt,
  },
});
