/** Texts about the platform's receipt for an order. */
export const orderReceiptCopy = {
  replace: 'Replace the receipt',
  intro: 'What the platform sent for this order: a receipt, an invoice, or a picture of it.',
  note: 'Only operators see it. You can replace it; the history shows every upload.',
  upload: {
    title: 'Upload the receipt of the order',
    label: 'Receipt',
    preview: 'Preview of the receipt',
    failed: 'Failed to upload the receipt.',
    done: 'The receipt is there.',
  },
} as const;

/** Texts about a proof of enrolment that an operator adds. */
export const proofUploadCopy = {
  intro:
    'The platform’s receipt or confirmation. Once the course is handed over, the proof enrols the learner and closes this case. Before it is bought, it waits here until you confirm or reject it.',
  note: 'Learner and sponsor can see it once the learner is enrolled. It cannot be replaced then.',
  upload: {
    title: 'Add a proof of enrolment',
    label: 'Document',
    preview: 'Preview of the document',
    failed: 'Failed to upload the proof.',
    done: 'The proof is added.',
  },
} as const;
