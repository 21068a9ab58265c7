/** Input of a new transaction; the amount in minor units. */
export interface TransactionInput {
  email: string;
  amountMinor: number;
  currency: string;
  reference: string;
  /** Where the provider redirects the payer; the redirect does not prove a payment. */
  callbackUrl: string;
  cancelUrl: string;
  metadata: Record<string, string>;
}

/** The payment page. The provider returns it only once, so it is stored. */
export interface StartedTransaction {
  authorizationUrl: string;
  accessCode: string;
}

/** A transaction as the provider reports it; the amount in minor units. */
export interface ProviderTransaction {
  /** `reversing` while a refund runs; neither it nor `reversed` says how much is given back: read the refunds. */
  status: 'success' | 'abandoned' | 'failed' | 'reversing' | 'reversed' | 'open';
  /** The provider's number of it, which other answers may contain alone. */
  id: string;
  reference: string;
  amountMinor: number;
  currency: string;
  /** What the provider keeps of it; null while it does not know. */
  feesMinor: number | null;
  /** When the provider was paid; null while it is unpaid or does not say. */
  paidAt?: Date | null;
}

/** One row of the provider's transaction list; amounts in minor units. */
export interface ListedTransaction {
  id: string;
  /** Null where the row does not say it. */
  reference: string | null;
  /** The provider's own word, such as `success` or `reversal pending`. */
  status: string;
  amountMinor: number;
  currency: string;
  /** What the provider keeps; null while it is unpaid. */
  feesMinor: number | null;
  createdAt: Date | null;
  paidAt: Date | null;
  /** Address that the payer entered at the provider; null where it does not say it. */
  payerEmail: string | null;
}

/** States of a refund at the provider. A state that we do not know counts as `processing`, so it is read again. */
export type ProviderRefundStatus = 'pending' | 'processing' | 'processed' | 'failed' | 'needs_attention';

/** A refund as the provider reports it; the amount in minor units. */
export interface ProviderRefund {
  id: string;
  /** The provider's number of the transaction; null where it is not said. */
  transactionId: string | null;
  /** Null where the provider names the transaction only by its number. */
  reference: string | null;
  status: ProviderRefundStatus;
  amountMinor: number;
  currency: string;
  createdAt: Date | null;
}

/** A bank account of a payer, for a refund that cannot go back the way it was paid. */
export interface RefundAccount {
  currency: string;
  accountNumber: string;
  /** The provider's id of the bank. */
  bankId: string;
}

/** A dispute as the provider reports it; the amount in minor units. */
export interface ProviderDispute {
  id: string;
  reference: string | null;
  status: 'awaiting_merchant' | 'awaiting_bank' | 'resolved';
  /** How it ended; null while it is open, or where the provider does not say it. Unless it is won, the money is given back. */
  resolution: 'won' | 'accepted' | 'lost' | null;
  amountMinor: number;
  currency: string | null;
  category: string | null;
  /** The provider's own deadline for an answer. */
  dueAt: Date | null;
  createdAt: Date | null;
}

/** A file of evidence for a dispute. */
export interface EvidenceFile {
  name: string;
  contentType: string;
  data: Buffer;
}

/** Facts of a delivery that the bank reads; the first four are required by the provider. */
export interface DisputeEvidence {
  customerEmail: string;
  customerName: string;
  customerPhone: string;
  serviceDetails: string;
  /** ISO date and time. */
  deliveryDate?: string | undefined;
}

/** The answer to a dispute. To accept it gives the money back. */
export interface DisputeAnswer {
  answer: 'accept' | 'fight';
  message: string;
  refundMinor: number;
  /** Name of a file that was uploaded for this dispute; the provider requires one also when it is accepted. */
  uploadedFilename: string;
  /** Id of the evidence; for claims of fraud. */
  evidenceId?: string | undefined;
}

/**
 * An event that the provider announced. Nothing in it is trusted: what it names is read from the provider; the facts are for operators,
 * each null where it does not say it, the amount in minor units.
 */
export interface ProviderEvent {
  /** The provider's own name of it. */
  name: string;
  kind: 'paid' | 'refund' | 'dispute' | 'rejected_transfer' | 'other';
  /** The same for each delivery of one event. */
  naturalKey: string;
  /** Our reference of the transaction. */
  reference: string | null;
  /** The provider's id of what it is about. */
  id: string | null;
  status: string | null;
  amountMinor: number | null;
  currency: string | null;
  dueAt: Date | null;
  detail: string | null;
  /** The part of it that may be stored: nothing that names a person. */
  stored: object;
}

/** What an event says, in our own terms. */
export type ProviderReport =
  | 'paid'
  | 'dispute_opened'
  | 'dispute_waits'
  | 'dispute_resolved'
  | 'refund_pending'
  | 'refund_processing'
  | 'refund_processed'
  | 'refund_failed'
  | 'refund_needs_attention'
  | 'transfer_rejected';

/** What a provider can do: flows, mails and screens ask this, never the provider's name. */
export interface ProviderCapabilities {
  /** Currencies in which it can send a refund to a bank account that the payer names, when the one that paid does not take it. */
  refundAccountCurrencies: readonly string[];
}

/** A time range of a list call. */
export interface ProviderRange {
  from?: Date | undefined;
  to?: Date | undefined;
}

/**
 * Client of a payment provider's HTTP API, in our own terms. Every call to it throws ProviderUnavailableError where it is unknown whether
 * it had an effect, and ProviderRejectedError where the provider refused it.
 */
export interface PaymentProvider {
  /** Verifies and reads the body of a webhook. @throws HttpError 401 for a wrong signature, 400 for a body of another shape. */
  readWebhook(raw: Buffer, signature: string | undefined): ProviderEvent;

  initialize(input: TransactionInput): Promise<StartedTransaction>;
  /** Returns undefined for a reference that the provider does not know. */
  verify(reference: string): Promise<ProviderTransaction | undefined>;
  /** Returns the rows of the provider's books, for reconciliation; `status` is the provider's own word. */
  listTransactions(filter: ProviderRange & { status?: string }): Promise<ListedTransaction[]>;
  /** Returns the lifetime of a payment page in seconds; 0 means unlimited. */
  readSessionTimeout(): Promise<number>;
  /** Sets the lifetime of every payment page of this account, in seconds. */
  setSessionTimeout(seconds: number): Promise<void>;

  /** Starts a refund. The provider has no idempotency key, so a call without an answer must not be repeated. */
  createRefund(input: {
    reference: string;
    amountMinor: number;
    currency: string;
    merchantNote: string;
  }): Promise<ProviderRefund>;
  /** Returns all refunds of the account in a time range, also those that are not ours. The list has no other filter. */
  listRefunds(range: ProviderRange): Promise<ProviderRefund[]>;
  readRefund(id: string): Promise<ProviderRefund>;
  /** Returns the banks to which a refund can be sent in this currency; none where the provider has no list of them. */
  listBanks(currency: string): Promise<{ id: string; name: string }[]>;
  /** Repeats a refund that needs attention to this account. @throws ProviderRejectedError in any other state. */
  retryRefund(id: string, account: RefundAccount): Promise<ProviderRefund>;

  listDisputes(filter: ProviderRange & { reference?: string; status?: string }): Promise<ProviderDispute[]>;
  readDispute(id: string): Promise<ProviderDispute>;
  /** Uploads a file of evidence and returns the name under which the provider stores it. */
  uploadEvidence(id: string, file: EvidenceFile): Promise<string>;
  /** Adds evidence and returns its id. */
  addEvidence(id: string, evidence: DisputeEvidence): Promise<string>;
  /**
   * Its response does not name our reference, so read the dispute afterwards.
   * @throws ProviderRejectedError when the dispute no longer waits for the merchant.
   */
  resolveDispute(id: string, answer: DisputeAnswer): Promise<void>;
}
