import { priceDays } from '#contracts/requests/prices.ts';

/** What happens to an open request while it is not paid, without a time that cannot be promised. */
export const whileUnpaid = `After ${priceDays.askAfter} days we ask you whether the price is still right. If you do not confirm it within ${priceDays.unlistAfter} days, sponsors no longer see your request until you do. If nobody comes, you owe nothing: you can change the request, invite people yourself, or withdraw it at any time.`;

export const waitingQuestion = 'How long does it usually take, and what if nobody comes?';
/** The answer on the home page; its figures are added where enough requests tell. */
export const waitingAnswer = `It depends on who comes by, so nobody can promise a day. ${whileUnpaid}`;
