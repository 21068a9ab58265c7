/** Texts about the platform's receipt for an order. */
export const orderReceiptCopy = {
  add: 'Upload the receipt',
  replace: 'Replace the receipt',
  intro: 'What the platform sent for this order: a receipt, an invoice, or a picture of it.',
  note: 'Only operators see it. You can replace it; the history shows every upload.',
  upload: {
    title: 'Upload the receipt of the order',
    label: 'Receipt',
    hint: 'PDF, JPG or PNG, at most 512KB.',
    preview: 'Preview of the receipt',
    submit: 'Upload',
    cancel: 'Cancel',
    progress: 'Uploading',
    failed: 'Failed to upload the receipt.',
    done: 'The receipt is there.',
  },
} as const;
