/** Texts about a request that is held. */
export const reviewCopy = {
  waiting: 'We are looking at your request. Sponsors see it once it is approved; we write to you.',
  guardian:
    'Sponsors see this request when your guardian has agreed. You can have the mail to them sent again in your profile.',
  paused:
    'Payments and meetings for this request are paused while we check it. This usually takes less than a day, and you need not do anything.',
  rejected: 'We decided not to show this request. The reason:',
  next: 'You can change the request; then we look at it again.',
  appeal: 'Appeal to another operator',
  appeals: {
    open: 'Another operator is looking at your appeal. We write to you.',
    granted: 'Your appeal was granted.',
    denied: 'Your appeal was answered: the decision stands.',
  },
} as const;
