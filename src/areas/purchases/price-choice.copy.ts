import { dayText } from '../../ui/format.ts';

/** Texts for a payer whose course became dearer before it was bought, or who paid less than its price. */
export const priceChoiceCopy = {
  title: (isShort: boolean) =>
    isShort ? 'A part is missing: please decide' : 'The price has risen: please decide',
  text: (until: string, isShort: boolean) =>
    `${isShort ? 'Less arrived than the course costs.' : 'This course became more expensive before we could buy it.'} Pay the difference, or take all of your money back: both are fine. Please decide by ${dayText(until)}; without an answer we give your money back.`,
  note: (message: string) => `A note from our staff: ${message}`,
  given: 'You paid for the course',
  now: (isShort: boolean) => (isShort ? 'It costs' : 'It costs now'),
  difference: 'Difference',
  fee: 'Service fee',
  total: 'You would pay now',
  pay: (amount: string) => `Pay ${amount}`,
  opening: 'Opening the payment page…',
  payFailed: 'The payment page did not open. Nothing was charged; please try again.',
  refund: 'Take my money back',
  refundTitle: 'Take your money back?',
  refundText: (course: string, amount: string) =>
    `We do not buy “${course}” then, and give back the ${amount} that you paid, the same way you paid it. This cannot be undone.`,
  keep: 'Not now',
  confirm: 'Yes, give it back',
  busy: 'Saving…',
  failed: 'We could not save that. Please try again.',
  added: (amount: string) => `You paid a difference of ${amount} later.`,
};
