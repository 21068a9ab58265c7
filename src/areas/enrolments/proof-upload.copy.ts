/** Texts of the dialog that uploads a proof of enrolment: apart, because it is loaded only when it opens. */
export const proofUploadCopy = {
  intro: (course: string) =>
    `Show that “${course}” was bought or that the learner is enrolled: the platform’s receipt or confirmation. If we have not bought the course ourselves, we check the document first. The learner gets a mail once enrolled, and can see the document then.`,
  anonymous: 'You stay anonymous. Choose a document that does not show your name.',
  once: 'A proof stays as it is once it is there.',
  upload: {
    title: 'Add proof of enrolment',
    label: 'Document',
    preview: 'Preview of the document',
    failed: 'Failed to upload the proof.',
    done: 'The proof is added.',
  },
} as const;
