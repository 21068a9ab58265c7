/** Texts of certificates (specification sections 5 and 8). */
export const enrolmentsCopy = {
  upload: {
    title: 'Upload your certificate',
    intro: (course: string) =>
      `You finished “${course}”? Add the certificate, and the course counts as completed.`,
    label: 'Certificate',
    hint: 'PDF, JPG or PNG, at most 512KB.',
    preview: 'Preview of your certificate',
    selfReported:
      'Certificates are self-reported: we keep them as you send them and do not check them with the platform.',
    submit: 'Upload',
    cancel: 'Cancel',
    progress: 'Uploading',
    failed: 'Failed to upload certificate.',
    done: 'Certificate uploaded successfully!',
  },
  sharing: {
    label: 'Let the sponsor who paid see it',
    failed: 'This could not be saved. Please try again.',
  },
  view: {
    refused: 'Failed to fetch the certificate. Please try again.',
    failed: 'An error occurred while trying to view the certificate.',
  },
} as const;
