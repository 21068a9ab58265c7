import type { PaymentProvider } from '#services/providers/payment-provider.ts';

/**
 * The operation of the provider's document behind each method of our client. The file of evidence itself goes to a signed
 * address, which the document does not describe.
 */
export const clientOperations = {
  initialize: 'POST /transaction/initialize',
  verify: 'GET /transaction/verify/{reference}',
  readSessionTimeout: 'GET /integration/payment_session_timeout',
  setSessionTimeout: 'PUT /integration/payment_session_timeout',
  listTransactions: 'GET /transaction',
  createRefund: 'POST /refund',
  listRefunds: 'GET /refund',
  readRefund: 'GET /refund/{id}',
  retryRefund: 'POST /refund/retry_with_customer_details/{id}',
  listBanks: 'GET /bank',
  listDisputes: 'GET /dispute',
  readDispute: 'GET /dispute/{id}',
  uploadEvidence: 'GET /dispute/{id}/upload_url',
  addEvidence: 'POST /dispute/{id}/evidence',
  resolveDispute: 'PUT /dispute/{id}/resolve',
} satisfies Record<Exclude<keyof PaymentProvider, 'readWebhook'>, string>;
