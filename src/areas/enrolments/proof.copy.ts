/** Texts about proofs of enrolment: apart, because learners read them without the rest. */
export const proofCopy = {
  add: 'Add proof of enrolment',
  view: 'View proof',
} as const;
