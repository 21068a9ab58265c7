/** Texts about proofs of enrolment: apart, because learners read them without the rest. */
export const proofCopy = {
  add: 'Add proof of enrolment',
  view: 'View proof',
  refused: 'Failed to fetch the proof. Please try again.',
  failed: 'An error occurred while trying to view the proof.',
} as const;
