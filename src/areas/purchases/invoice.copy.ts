/** Texts about the invoice of a learner's school. */
export const invoiceCopy = {
  missing:
    'One step is left: upload the invoice of your school. Sponsors see this request as soon as it is there.',
  add: 'Upload the invoice',
  replace: 'Replace the invoice',
  view: 'View the invoice',
  intro: (reference: string, payee: string) =>
    `The invoice “${reference}” of ${payee}. Amount, account and reference must be readable.`,
  note: 'Only our staff reads it, to pay it. You can replace it until then.',
  upload: {
    title: 'Upload the invoice of your school',
    label: 'Invoice',
    hint: 'PDF, JPG or PNG, at most 512KB.',
    preview: 'Preview of the invoice',
    submit: 'Upload',
    cancel: 'Cancel',
    progress: 'Uploading',
    failed: 'Failed to upload the invoice.',
    done: 'The invoice is there.',
  },
  refused: 'Failed to fetch the invoice. Please try again.',
  notShown: 'An error occurred while trying to view the invoice.',
} as const;
