/** Texts of the learner's words, as the sponsor reads them. */
export const receivedThanksCopy = {
  received: {
    paid: (learner: string) => `${learner} wrote to you when you had paid:`,
    enrolled: (learner: string) => `${learner} wrote to you from the start of the course:`,
    completed: (learner: string) => `${learner} wrote to you after the course:`,
  },
  report: 'Report these words',
} as const;
