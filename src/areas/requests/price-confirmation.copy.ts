import { dayText } from '../../ui/day-text.ts';

/** Texts that ask a learner whether a price is still right. */
export const priceConfirmationCopy = {
  ask: (price: string, until: string) =>
    `Does the course still cost ${price}? Please confirm it by ${dayText(until)}; otherwise sponsors do not see this request any more.`,
  unlisted: (price: string) =>
    `Sponsors do not see this request at the moment. Does the course still cost ${price}? Confirm it, and they see it again.`,
  confirm: (price: string) => `Yes, still ${price}`,
  change: 'Change the price',
  busy: 'Saving…',
  failed: 'We could not save that. Please try again.',
};
