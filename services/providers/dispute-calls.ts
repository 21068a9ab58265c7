import * as z from 'zod';
import {
  amountField,
  currencyField,
  idField,
  type ProviderCall,
  type ProviderRange,
  pageSize,
  rangeQuery,
  readAllPages,
  textField,
  timeField,
} from './fields.ts';

/** A dispute as the provider reports it; the amount in minor units. */
export interface ProviderDispute {
  id: string;
  reference: string | null;
  status: 'awaiting_merchant' | 'awaiting_bank' | 'resolved';
  /** Null while it is open. `declined` means that the claim was refused, so the money stays with us. */
  resolution: string | null;
  amountMinor: number;
  currency: string | null;
  category: string | null;
  /** The provider's own deadline for an answer. */
  dueAt: Date | null;
  createdAt: Date | null;
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

/** The answer to a dispute: `merchant-accepted` gives the money back, `declined` fights it. */
export interface DisputeAnswer {
  resolution: 'merchant-accepted' | 'declined';
  message: string;
  refundMinor: number;
  uploadedFilename: string;
}

/** The dispute calls of the provider. */
export interface DisputeCalls {
  listDisputes(filter: ProviderRange & { reference?: string; status?: string }): Promise<ProviderDispute[]>;
  readDispute(id: string): Promise<ProviderDispute>;
  /** Uploads a file of evidence and returns the name under which the provider stores it. */
  uploadEvidence(id: string, file: { name: string; contentType: string; data: Buffer }): Promise<string>;
  addEvidence(id: string, evidence: DisputeEvidence): Promise<void>;
  /**
   * Its response does not name our reference, so read the dispute afterwards.
   * @throws ProviderRejectedError when the dispute no longer waits for the merchant.
   */
  resolveDispute(id: string, answer: DisputeAnswer): Promise<void>;
}

const statuses = new Map<string, ProviderDispute['status']>([
  ['awaiting-merchant-feedback', 'awaiting_merchant'],
  ['awaiting-bank-feedback', 'awaiting_bank'],
  ['pending', 'awaiting_bank'],
  ['resolved', 'resolved'],
]);

const DisputeSchema = z
  .object({
    id: idField,
    status: z.string(),
    resolution: textField,
    refund_amount: amountField.nullish(),
    currency: currencyField.nullish().catch(null),
    category: textField,
    transaction_reference: textField,
    transaction: z
      .looseObject({
        reference: textField,
        amount: amountField.nullish().catch(null),
        currency: currencyField.nullish().catch(null),
      })
      .nullish()
      .catch(null),
    dueAt: timeField,
    due_at: timeField,
    createdAt: timeField,
    created_at: timeField,
  })
  .transform(
    (dispute): ProviderDispute => ({
      id: dispute.id,
      reference: dispute.transaction_reference ?? dispute.transaction?.reference ?? null,
      status: statuses.get(dispute.status) ?? 'awaiting_merchant',
      resolution: dispute.resolution,
      // Without an amount the whole transaction is disputed.
      amountMinor: dispute.refund_amount ?? dispute.transaction?.amount ?? 0,
      currency: dispute.currency ?? dispute.transaction?.currency ?? null,
      category: dispute.category,
      dueAt: dispute.dueAt ?? dispute.due_at,
      createdAt: dispute.createdAt ?? dispute.created_at,
    }),
  );
const DisputeResponse = z.object({ status: z.literal(true), data: DisputeSchema });
const UploadResponse = z.object({
  status: z.literal(true),
  data: z.object({ signedUrl: z.url(), fileName: z.string().min(1) }),
});
const TakenResponse = z.object({ status: z.literal(true) });

/** Puts a file at a signed address. */
export type PutFile = (url: string, contentType: string, data: Buffer) => Promise<void>;

/** Creates the dispute calls (provider documentation, "Disputes"). */
export function createDisputeCalls(call: ProviderCall, putFile: PutFile): DisputeCalls {
  const pathOf = (id: string, rest = '') => `/dispute/${encodeURIComponent(id)}${rest}`;
  return {
    listDisputes: ({ reference, status, ...range }) =>
      readAllPages(
        call,
        '/dispute',
        { transaction: reference, status, ...rangeQuery(range), perPage: pageSize },
        DisputeSchema,
      ),
    async readDispute(id) {
      return (await call(DisputeResponse, pathOf(id))).data;
    },
    async uploadEvidence(id, { name, contentType, data }) {
      const query = new URLSearchParams({ upload_filename: name });
      const { signedUrl, fileName } = (await call(UploadResponse, pathOf(id, `/upload_url?${query}`))).data;
      await putFile(signedUrl, contentType, data);
      return fileName;
    },
    async addEvidence(id, evidence) {
      const body = {
        customer_email: evidence.customerEmail,
        customer_name: evidence.customerName,
        customer_phone: evidence.customerPhone,
        service_details: evidence.serviceDetails,
        delivery_date: evidence.deliveryDate,
      };
      await call(TakenResponse, pathOf(id, '/evidence'), { method: 'POST', body: JSON.stringify(body) });
    },
    async resolveDispute(id, { resolution, message, refundMinor, uploadedFilename }) {
      const body = { resolution, message, refund_amount: refundMinor, uploaded_filename: uploadedFilename };
      await call(TakenResponse, pathOf(id, '/resolve'), { method: 'PUT', body: JSON.stringify(body) });
    },
  };
}
