/** Texts about a request that an operator has rejected. */
export const reviewCopy = {
  next: 'You can change the request; then we look at it again.',
  appeal: 'Appeal to another operator',
  appeals: {
    open: 'Another operator is looking at your appeal. We write to you.',
    granted: 'Your appeal was granted.',
    denied: 'Your appeal was answered: the decision stands.',
  },
} as const;
