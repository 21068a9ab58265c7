import * as z from 'zod';
import type { PaymentProvider, ProviderDispute } from '../payment-provider.ts';
import * as field from './fields.ts';
import { type ProviderCall, pageSize, rangeQuery, readAllPages } from './fields.ts';

const statuses = new Map<string, ProviderDispute['status']>([
  ['awaiting-merchant-feedback', 'awaiting_merchant'],
  ['awaiting-bank-feedback', 'awaiting_bank'],
  ['pending', 'awaiting_bank'],
  ['resolved', 'resolved'],
  ['archived', 'resolved'],
]);

// Of the claim: `declined` leaves the money with us. The others take it, also one that we do not know.
const resolutions = new Map<string, ProviderDispute['resolution']>([
  ['declined', 'won'],
  ['merchant-accepted', 'accepted'],
]);
const answers = { accept: 'merchant-accepted', fight: 'declined' } as const;

// An archived dispute without a resolution: the status of the transaction tells whether the money was returned.
const resolutionBy = (transactionStatus: string | null | undefined) =>
  transactionStatus?.startsWith('revers') ? 'accepted' : 'won';

function resolutionOf(
  resolution: string | null,
  status: string,
  transactionStatus: string | null | undefined,
) {
  if (resolution !== null) return resolutions.get(resolution) ?? 'lost';
  return status === 'archived' ? resolutionBy(transactionStatus) : null;
}

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
    resolution: resolutionOf(resolution, status, transaction?.status),
    // Without an amount the whole transaction is disputed.
    amountMinor: dispute.refund_amount ?? transaction?.amount ?? 0,
    currency: dispute.currency ?? transaction?.currency ?? null,
    category,
    dueAt: dispute.dueAt ?? dispute.due_at,
    createdAt: dispute.createdAt ?? dispute.created_at,
  }));
const DisputeResponse = z.object({ status: z.literal(true), data: DisputeSchema });
const UploadResponse = z.object({
  status: z.literal(true),
  data: z.object({ signedUrl: z.url(), fileName: z.string().min(1) }),
});
const EvidenceResponse = z.object({ status: z.literal(true), data: z.object({ id: field.id }) });
const TakenResponse = z.object({ status: z.literal(true) });

type DisputeCalls = Pick<
  PaymentProvider,
  'listDisputes' | 'readDispute' | 'uploadEvidence' | 'addEvidence' | 'resolveDispute'
>;

/** Creates the dispute calls (provider documentation, "Disputes"); `putFile` puts a file at a signed address. */
export function createDisputeCalls(
  call: ProviderCall,
  putFile: (url: string, contentType: string, data: Buffer) => Promise<void>,
): DisputeCalls {
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
      const init = { method: 'POST', body: JSON.stringify(body) };
      return (await call(EvidenceResponse, pathOf(id, '/evidence'), init)).data.id;
    },
    async resolveDispute(id, { answer, message, refundMinor, uploadedFilename, evidenceId }) {
      const body = {
        resolution: answers[answer],
        message,
        refund_amount: refundMinor,
        uploaded_filename: uploadedFilename,
        evidence: evidenceId && Number(evidenceId),
      };
      await call(TakenResponse, pathOf(id, '/resolve'), { method: 'PUT', body: JSON.stringify(body) });
    },
  };
}
