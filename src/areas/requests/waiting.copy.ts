import { priceDays } from '#contracts/requests/prices.ts';

const days = (count: number) => (count === 1 ? '1 day' : `${count.toLocaleString('en-GB')} days`);

/** What happens to an open request while it is not paid, without a time that cannot be promised. */
export const whileUnpaid = `After ${priceDays.askAfter} days we ask you whether the price is still right; sponsors see your request for ${priceDays.unlistAfter} more days, and on when you confirm it. If nobody comes, you owe nothing: you can change the request, invite people yourself, or withdraw it at any time.`;

/** The time until requests were paid, and until learners were enrolled, as medians. */
export const paidUsually = (count: number) =>
  `Half of the requests that were paid in the last year were paid within ${days(count)}.`;
export const enrolledUsually = (count: number) =>
  `Half of the learners were enrolled within ${days(count)} after the payment.`;

/** The answer to the question of the home page; its figures are added where enough requests tell. */
export const waitingAnswer = `It depends on who comes by, so nobody can promise a day. ${whileUnpaid}`;
