import { dayText } from '../../ui/format.ts';

/** Texts of the sponsor's dashboard alone; a learner does not load them. */
export const sponsorViewCopy = {
  turns: {
    price: 'The price has risen, please decide:',
    account: 'Enter your bank details for the refund:',
    meeting: 'Answer the other time that was proposed:',
  },
  counters: { funded: 'Courses you funded', completed: 'Completed by learners' },
  noCounted: {
    funded: 'None of your payments counts as a funded course now.',
    completed: 'None of the courses that you funded is completed yet.',
  },
  requests: 'Sponsored Requests',
  noRequests: 'You have not sponsored any requests yet.',
  saved: {
    title: 'Courses you saved',
    none: 'You have not saved a course yet.',
    explore: 'Explore courses',
    open: 'Open the course',
    sponsor: 'Sponsor a learner who asks for it',
  },
  beneficiary: 'Beneficiary',
  email: 'E-mail',
  notShared: 'not shared',
  shownAs: 'You are shown as',
  anonymous: 'Anonymous',
  amount: 'You paid',
  amountLine: (all: string, price: string, fee: string) => `${all} (${price} + ${fee} service fee)`,
  receipt: 'Receipt',
  stepsLabel: 'What became of your payment',
  goOn: 'Continue the payment',
  check: 'Check the payment',
  certificate: 'View Certificate',
  refundReason: (reason: string) => `Reason for the refund: ${reason}`,
  refundExpected: (time: string) => `We expect to settle the refund by ${dayText(time)}.`,
  enterAccount: 'Enter your bank details',
} as const;
