/** Texts about proofs of enrolment: apart, because learners read them without the rest. */
export const proofCopy = {
  add: 'Add proof of enrolment',
  view: 'View proof',
  intro: (course: string) =>
    `Show that “${course}” was bought or that the learner is enrolled: the platform’s receipt or confirmation. The learner gets a mail and can see the document.`,
  anonymous: 'You stay anonymous. Choose a document that does not show your name.',
  once: 'A proof stays as it is once it is there.',
  upload: {
    title: 'Add proof of enrolment',
    label: 'Document',
    hint: 'PDF, JPG or PNG, at most 512KB.',
    preview: 'Preview of the document',
    submit: 'Upload',
    cancel: 'Cancel',
    progress: 'Uploading',
    failed: 'Failed to upload the proof.',
    done: 'The proof is added. The learner is told.',
  },
  refused: 'Failed to fetch the proof. Please try again.',
  failed: 'An error occurred while trying to view the proof.',
} as const;
