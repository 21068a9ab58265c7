import { moneyRules } from '#contracts/payments/money-rules.ts';
import { dayText } from '../../ui/format.ts';

/** Texts of the sponsor's dashboard alone; a learner does not load them. */
export const sponsorViewCopy = {
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
  notes: {
    success: 'We buy and hand over the course, and write to you once the learner confirms being enrolled.',
    proofFiled: 'Thank you for the proof of enrolment. We check it and write to you.',
    pending: 'We have not heard from the payment provider yet. Nothing is lost.',
    failed:
      'Your card or bank declined the payment; nothing was charged. You can continue with another card while the payment page is open.',
    refund_due:
      'Your payment came after this request was funded, changed or withdrawn. You get all of your money back; we have written to you.',
    needs_review:
      'We received something that we did not expect, and a person is looking into it. You need not do anything.',
    reversed: 'The payment was given back to you.',
  },
  proofRejected: (reason: string) =>
    `We could not accept your proof of enrolment: ${reason} You can add another one; if you did not buy the course yourself, you need not do anything.`,
  refunds: {
    pending: (amount: string) => `We are giving ${amount} back to you, the same way you paid.`,
    processing: (amount: string) =>
      `${amount} is on its way back to you. It can take up to ${moneyRules.bankDays} working days until your bank shows it.`,
    needs_attention: (amount: string) =>
      `Your bank did not take the refund of ${amount}. Please tell us an account that it can go to.`,
    processed: (amount: string) => `${amount} was given back to you.`,
    failed: (amount: string) =>
      `The refund of ${amount} did not work. We are looking into it and will write to you.`,
  },
  refundExpected: (time: string) => `We expect to settle the refund by ${dayText(time)}.`,
  enterAccount: 'Enter your bank details',
  payment: {
    success: 'Paid',
    pending: 'Payment being checked',
    failed: 'Payment failed',
    abandoned: 'Payment not finished',
    reversed: 'Payment reversed',
    needs_review: 'A person is checking',
    refund_due: 'Refund on its way',
  },
} as const;
