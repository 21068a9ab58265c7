/** The provider's dispute states (payments protocol, "Disputes"). */
export const disputeStatuses = [
  'awaiting-merchant-feedback',
  'awaiting-bank-feedback',
  'pending',
  'resolved',
] as const;

/** See {@link disputeStatuses}. */
export type DisputeStatus = (typeof disputeStatuses)[number];

/** What ended a dispute; `declined` means that the merchant refused it. */
export type DisputeResolution = 'merchant-accepted' | 'declined' | 'auto-accepted';

/** What the merchant sent with `POST /dispute/:id/evidence`. */
export interface DisputeEvidence {
  customer_email: string;
  customer_name: string;
  customer_phone: string;
  service_details: string;
  delivery_address?: string | undefined;
  delivery_date?: string | undefined;
}

/** One dispute (chargeback) of a captured transaction. Times are milliseconds since 1970. */
export interface Dispute {
  id: number;
  reference: string;
  amountMinor: number;
  currency: string;
  status: DisputeStatus;
  resolution: DisputeResolution | null;
  category: 'general' | 'fraud' | 'chargeback';
  /** The money was taken from the merchant's balance. */
  isLost: boolean;
  message: string | null;
  evidence: DisputeEvidence | null;
  uploadedFilename: string | null;
  dueAtMs: number;
  createdAtMs: number;
  updatedAtMs: number;
  resolvedAtMs: number | null;
}
