import { moneyRules, type RestReceiver } from '#contracts/payments/money-rules.ts';
import type { RefundStatus } from '#contracts/payments/payment-status.ts';

/** Texts about the rest of a course that costs less than its sponsor paid. */
export const courseRestCopy = {
  chosen: {
    fund: () =>
      'If the course costs less than you paid, the rest goes to the completion fund, which helps to pay for courses that turn out dearer.',
    payer: (minimum: string) =>
      `If the course costs less than you paid, you get the rest back. Less than ${minimum} goes to the completion fund.`,
  } satisfies Record<RestReceiver, (minimum: string) => string>,
  choose: { fund: 'Give the rest to the completion fund', payer: 'Give the rest back to me' },
  busy: 'Saving…',
  failed: 'We could not save that. Please try again.',
  cheaper: (amount: string) => `The course cost ${amount} less than you paid.`,
  inFund: {
    fund: 'The rest is in the completion fund and helps to pay for courses that turn out dearer. Thank you!',
    payer:
      'It was not given back and is in the completion fund. If that seems wrong to you, please write to us.',
  } satisfies Record<RestReceiver, string>,
  tooSmall: (minimum: string) =>
    `Less than ${minimum} cannot be given back, so the rest is in the completion fund.`,
  refunds: {
    pending: (amount) => `We are giving ${amount} of it back to you, the same way you paid.`,
    processing: (amount) =>
      `${amount} of it is on its way back to you. It can take up to ${moneyRules.bankDays} working days until your bank shows it.`,
    needs_attention: (amount) =>
      `Your bank did not take the ${amount} that we are giving back. Please tell us an account that it can go to.`,
    processed: (amount) => `${amount} of it was given back to you.`,
    failed: (amount) => `Giving ${amount} back did not work. We are looking into it and will write to you.`,
  } satisfies Record<RefundStatus, (amount: string) => string>,
  enterAccount: 'Enter your bank details',
};
