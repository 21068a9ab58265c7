import type { PaymentStatus } from '#contracts/payments/payment-status.ts';

/** A transaction that the provider captured. */
export interface CapturedTransaction {
  reference: string;
  amountMinor: number;
  currency: string;
}

/** A payment of ours. */
export interface StoredPayment {
  id: string;
  reference: string;
  requestId: string;
  status: PaymentStatus;
  capturedMinor: number | null;
  capturedCurrency: string | null;
  settledAtMs: number | null;
  /** The consequences of its approval. */
  hasPurchase: boolean;
  hasEnrolment: boolean;
}

/** The job of a mail about an approval. */
export interface ApprovalMail {
  outboxId: string;
  mail: 'receipt-for-learner' | 'receipt-for-sponsor';
  paymentId: string;
}

/** A row of the outbox that is not done. */
export interface OpenJob {
  id: string;
  job: string;
  lastError: string | null;
}

/** Resources of one process. */
export interface ProcessUse {
  name: string;
  descriptors: number;
  /** Memory of its JavaScript after garbage is collected. */
  heapMb: number;
}

/** Resources of all processes. */
export interface Resources {
  processes: ProcessUse[];
  /** Of the product to PostgreSQL. */
  connections: number;
}

/** Everything that the checks read after a run has healed. */
export interface Snapshot {
  captured: CapturedTransaction[];
  payments: StoredPayment[];
  approvalMails: ApprovalMail[];
  /** Message-ID and times (ms) of every mail that arrived, in the order of arrival. */
  mails: { messageId: string; atMs: number }[];
  /** Money at the provider in minor units per currency: by our ledger, and by the provider's books. */
  ledger: Record<string, number>;
  provider: Record<string, number>;
  /** Everything that can be read back, as `kind:key`; see `acknowledged`. */
  stored: Set<string>;
  dueJobs: OpenJob[];
  failedJobs: OpenJob[];
  /** Jobs that are waiting or active, as `queue:id`. */
  queued: string[];
  base: Resources;
  now: Resources;
}
