import * as z from 'zod';
import * as field from './fields.ts';
import { type ProviderCall, type ProviderRange, pageSize, rangeQuery, readAllPages } from './fields.ts';

/** Facts of a delivery that the bank reads; the first four are required by the provider. */
interface DisputeEvidence {
  customerEmail: string;
  customerName: string;
  customerPhone: string;
  serviceDetails: string;
  /** ISO date and time. */
  deliveryDate?: string | undefined;
}

/** The answer to a dispute: `merchant-accepted` gives the money back, `declined` fights it. */
interface DisputeAnswer {
  resolution: 'merchant-accepted' | 'declined';
  message: string;
  refundMinor: number;
  /** Name of a file that was uploaded for this dispute; the provider requires one also when it is accepted. */
  uploadedFilename: string;
  /** Id of the evidence; for claims of fraud. */
  evidenceId?: string | undefined;
}

const statuses = new Map<string, 'awaiting_merchant' | 'awaiting_bank' | 'resolved'>([
  ['awaiting-merchant-feedback', 'awaiting_merchant'],
  ['awaiting-bank-feedback', 'awaiting_bank'],
  ['pending', 'awaiting_bank'],
  ['resolved', 'resolved'],
  ['archived', 'resolved'],
]);

// An archived dispute without a resolution: the status of the transaction tells whether the money was returned.
const resolutionBy = (transactionStatus: string | null | undefined) =>
  transactionStatus?.startsWith('revers') ? 'merchant-accepted' : 'declined';

const DisputeSchema = z
  .object({
    id: field.id,
    status: z.string(),
    resolution: field.text,
    refund_amount: field.amount.nullish(),
    currency: field.currency.nullish().catch(null),
    category: field.text,
    transaction_reference: field.text,
    transaction: z
      .looseObject({
        reference: field.text,
        status: field.text,
        amount: field.amount.nullish().catch(null),
        currency: field.currency.nullish().catch(null),
      })
      .nullish()
      .catch(null),
    dueAt: field.time,
    due_at: field.time,
    createdAt: field.time,
    created_at: field.time,
  })
  .transform(({ id, status, resolution, transaction, category, ...dispute }) => ({
    id,
    reference: dispute.transaction_reference ?? transaction?.reference ?? null,
    status: statuses.get(status) ?? 'awaiting_merchant',
    /** Null while it is open. `declined` means that the claim was refused, so the money stays with us. */
    resolution: resolution ?? (status === 'archived' ? resolutionBy(transaction?.status) : null),
    // Without an amount the whole transaction is disputed.
    amountMinor: dispute.refund_amount ?? transaction?.amount ?? 0,
    currency: dispute.currency ?? transaction?.currency ?? null,
    category,
    /** The provider's own deadline for an answer. */
    dueAt: dispute.dueAt ?? dispute.due_at,
    createdAt: dispute.createdAt ?? dispute.created_at,
  }));
/** A dispute as the provider reports it; the amount in minor units. */
export type ProviderDispute = z.output<typeof DisputeSchema>;

const DisputeResponse = z.object({ status: z.literal(true), data: DisputeSchema });
const UploadResponse = z.object({
  status: z.literal(true),
  data: z.object({ signedUrl: z.url(), fileName: z.string().min(1) }),
});
const EvidenceResponse = z.object({ status: z.literal(true), data: z.object({ id: field.id }) });
const TakenResponse = z.object({ status: z.literal(true) });

/** Creates the dispute calls (provider documentation, "Disputes"); `putFile` puts a file at a signed address. */
export function createDisputeCalls(
  call: ProviderCall,
  putFile: (url: string, contentType: string, data: Buffer) => Promise<void>,
) {
  const pathOf = (id: string, rest = '') => `/dispute/${encodeURIComponent(id)}${rest}`;
  return {
    listDisputes: ({
      reference,
      status,
      ...range
    }: ProviderRange & { reference?: string; status?: string }) =>
      readAllPages(
        call,
        '/dispute',
        { transaction: reference, status, ...rangeQuery(range), perPage: pageSize },
        DisputeSchema,
      ),
    async readDispute(id: string) {
      return (await call(DisputeResponse, pathOf(id))).data;
    },
    /** Uploads a file of evidence and returns the name under which the provider stores it. */
    async uploadEvidence(
      id: string,
      { name, contentType, data }: { name: string; contentType: string; data: Buffer },
    ) {
      const query = new URLSearchParams({ upload_filename: name });
      const { signedUrl, fileName } = (await call(UploadResponse, pathOf(id, `/upload_url?${query}`))).data;
      await putFile(signedUrl, contentType, data);
      return fileName;
    },
    /** Adds evidence and returns its id. */
    async addEvidence(id: string, evidence: DisputeEvidence) {
      const body = {
        customer_email: evidence.customerEmail,
        customer_name: evidence.customerName,
        customer_phone: evidence.customerPhone,
        service_details: evidence.serviceDetails,
        delivery_date: evidence.deliveryDate,
      };
      const init = { method: 'POST', body: JSON.stringify(body) };
      return (await call(EvidenceResponse, pathOf(id, '/evidence'), init)).data.id;
    },
    /**
     * Its response does not name our reference, so read the dispute afterwards.
     * @throws ProviderRejectedError when the dispute no longer waits for the merchant.
     */
    async resolveDispute(id: string, answer: DisputeAnswer) {
      const { resolution, message, refundMinor, uploadedFilename, evidenceId } = answer;
      const body = {
        resolution,
        message,
        refund_amount: refundMinor,
        uploaded_filename: uploadedFilename,
        evidence: evidenceId && Number(evidenceId),
      };
      await call(TakenResponse, pathOf(id, '/resolve'), { method: 'PUT', body: JSON.stringify(body) });
    },
  };
}
