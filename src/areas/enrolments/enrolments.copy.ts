/** Texts of certificates (specification sections 5 and 8). */
export const enrolmentsCopy = {
  upload: {
    title: 'Upload your certificate',
    intro: (course: string) =>
      `You finished “${course}”? Add the certificate, and the course counts as completed.`,
    label: 'Certificate',
    preview: 'Preview of your certificate',
    selfReported:
      'Certificates are self-reported: we keep them as you send them and do not check them with the platform.',
    failed: 'Failed to upload certificate.',
    done: 'Certificate uploaded successfully!',
  },
  sharing: {
    label: 'Let the sponsor who paid see it',
    failed: 'This could not be saved. Please try again.',
  },
} as const;
