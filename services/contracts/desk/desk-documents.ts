import * as z from 'zod/mini';
import { documentFile } from '../document-file.ts';
import { endpoint } from '../endpoint.ts';
import { proofFile } from '../enrolments/proofs.ts';
import { IdSchema, idParams } from '../fields.ts';
import { emptyToAbsent } from './desk-fields.ts';

export const uploadProof = endpoint('POST', '/ops/cases/:id/proof', 'desk', {
  summary:
    'Add a proof of enrolment in the own case of a purchase: enrols the learner once the course is handed over; before it is bought, the proof waits for the operator’s decision',
  idempotency: 'once',
  params: idParams,
  file: proofFile,
});

export const getFiledProof = endpoint('GET', '/ops/cases/:id/proof', 'desk', {
  summary: 'The proof of enrolment that operators check in the case of a purchase',
  params: idParams,
  response: 'binary',
});

/** Upload rules of the platform's receipt for an order. */
export const orderReceiptFile = { field: 'receipt', ...documentFile } as const;

export const uploadOrderReceipt = endpoint('POST', '/ops/cases/:id/receipt', 'desk', {
  summary:
    'The platform’s receipt for the newest order of an own case, until it is closed; replaces an earlier one of the same order',
  params: idParams,
  file: orderReceiptFile,
});

export const getOrderReceipt = endpoint('GET', '/ops/cases/:id/receipt', 'desk', {
  summary: 'The platform’s receipt for the newest order of a case',
  params: idParams,
  response: 'binary',
});

export const getDisputeEvidence = endpoint('GET', '/ops/payments/:id/evidence', 'desk', {
  summary:
    'The evidence of a dispute of a payment, as PDF: as it was sent to the bank, or before that as it would be sent now; 404 where none was sent',
  params: idParams,
  /** By default the dispute that waits for an answer, or the current one. */
  query: z.object({ dispute: emptyToAbsent(IdSchema) }),
  response: 'binary',
});

export const getSchoolInvoice = endpoint('GET', '/ops/requests/:id/invoice', 'desk', {
  summary: 'The invoice of a school that operators pay for a request',
  params: idParams,
  response: 'binary',
});
