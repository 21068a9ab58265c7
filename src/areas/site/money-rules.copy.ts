import { currencies, formatMinor } from '#contracts/money.ts';
import { minimumRestMinor, moneyRules } from '#contracts/payments/money-rules.ts';
import { brand } from '../../browser/brand.ts';

const { fundPercent, approvalPercent, answerDays, bankDays } = moneyRules;
const minima = currencies.map((currency) => formatMinor(minimumRestMinor(currency), currency));
const smallest = `${minima.slice(0, -1).join(', ')} or ${minima.at(-1)}`;

/** The rules for money, in the terms. */
export const moneyTerms = [
  'We buy the course at its price on that day. The completion fund is money of all courses: rests of cheaper ones go into it, and it pays what dearer ones cost more.',
  `Where the course costs less than you paid, you choose what happens to the rest: the completion fund, which is what happens unless you choose, or back to you. You choose when you pay, and can change it on your dashboard until the course is bought. The rest is a part of the price; the service fee is not part of it. The payment provider cannot return less than ${smallest}: a smaller rest goes to the fund.`,
  `Where the course costs up to ${fundPercent - 100} % more, the fund pays the difference; up to ${approvalPercent - 100} % more, a second person of our staff has to approve that first. Above that, unless the difference is too small to be charged, we ask you: pay the difference, or take all of your money back. You have ${answerDays} days to answer, and without an answer your money goes back.`,
  'You get all of your money back, with the service fee, when your payment came too late for the request, when the course cannot be bought, when you do not pay a higher price, or when you bought the course yourself and proved it. A person of our staff approves each refund.',
  `Money goes back the way it was paid. Once it is approved, your bank can need up to ${bankDays} working days to show it. Where your bank does not take it, we write to you.`,
  `If you ask your bank to take a payment back (a chargeback), the course is not bought until that is decided. When your bank takes the money back, the learner does not get the course, or the completion fund bears the price of one that is bought already. Please write to ${brand.email.support} first: a refund is faster.`,
] as const;

/** The same in short, in the questions of the home page. */
export const moneyAnswer = `When your payment came too late, when the course cannot be bought, or when it costs far more and you do not pay the difference: then you get all of it back. Your bank can need up to ${bankDays} working days to show it. Where the course costs less, you choose whether the rest goes to the completion fund, for courses that turn out dearer, or back to you; less than ${smallest} cannot be given back.`;
