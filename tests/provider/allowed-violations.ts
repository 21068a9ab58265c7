/** A violation that stays, and why. An entry that no longer occurs fails the check. */
export interface AllowedViolation {
  operation: string;
  /** As in the report, such as `request metadata`. */
  place: string;
  /** One sentence. */
  reason: string;
}

const rejected =
  'The document lists no status for a call that is rejected for its content; 400 is its status for that elsewhere.';
const unnamed =
  'No published sample has this field, so the local provider leaves it out: the client must find a refund without it.';

export const allowedViolations: readonly AllowedViolation[] = [
  {
    operation: 'POST /transaction/initialize',
    place: 'request metadata',
    reason:
      'The document has an object in this schema and JSON as text in its prose; the client sends the text.',
  },
  {
    operation: 'GET /transaction',
    place: 'response 200 data[].paidAt',
    reason:
      'An unpaid transaction has no such time: the document allows null for `paid_at`, but not for its duplicate `paidAt`.',
  },
  { operation: 'GET /refund', place: 'response 200 data[].transaction_reference', reason: unnamed },
  { operation: 'GET /refund/{id}', place: 'response 200 data.transaction_reference', reason: unnamed },
  { operation: 'POST /refund', place: 'response 400', reason: rejected },
  {
    operation: 'POST /refund/retry_with_customer_details/{id}',
    place: 'response 401',
    reason:
      'Every other operation lists 401 for a wrong key, and the document has its description here under 422.',
  },
  {
    operation: 'GET /dispute/{id}/upload_url',
    place: 'query upload_filename',
    reason:
      "The document describes no parameter here, and the provider's documentation requires the name of the file.",
  },
  { operation: 'POST /dispute/{id}/evidence', place: 'response 400', reason: rejected },
  {
    operation: 'POST /dispute/{id}/evidence',
    place: 'response 404',
    reason:
      'The document lists no status for an unknown dispute here; the other calls for a dispute list 404.',
  },
  { operation: 'PUT /dispute/{id}/resolve', place: 'response 400', reason: rejected },
];
