import { paymentGivenBack, stepNames } from '#contracts/dashboard/request-state.ts';
import { brand } from '../../../browser/brand.ts';

/** Texts of the payment result page (specification section 2). */
export const paymentsCopy = {
  title: 'Your payment',
  description: 'What became of your payment.',
  processing: 'Processing payment, please wait...',
  stillChecking:
    'We are still checking. This can take a minute; you do not have to wait here: we tell you by e-mail.',
  successTitle: 'Successful Payment!',
  successText:
    'Thank you. The course is paid for, and the learner hears of it now. We buy it, and write to you once the learner confirms being enrolled.',
  successNext:
    'Your receipt comes by e-mail. Your dashboard shows each step: the course being bought, handed over and begun.',
  differenceText: 'Thank you. The difference is paid, and we buy the course for its new price now.',
  goOn: 'Continue',
  listing: 'Go back to Listing',
  payAgain: 'Go back to the payment',
  again: 'Check again',
  checking: 'Checking…',
  outcomes: {
    failed: {
      title: 'The payment did not go through',
      text: 'Your bank or card declined it; nothing was taken for this try. If the payment page is still open, you can use another card there: this page notices by itself. Or begin again from here.',
    },
    abandoned: {
      title: 'The payment was not finished',
      text: 'You left the payment page before the end. Nothing was taken. The learner is still waiting, if you want to try again.',
    },
    reversed: {
      title: stepNames.refunded,
      text: `${paymentGivenBack} If this surprises you, write to ${brand.email.support}.`,
    },
    needs_review: {
      title: 'A person is looking at this payment',
      text: 'Your payment arrived, but something about it does not match the request. Nothing is lost: our staff checks it by hand and writes to you.',
    },
  },
  refundDue: {
    title: 'Your payment came a moment too late',
    text: 'Before it arrived, another sponsor funded this course, or the learner changed or withdrew the request. You get all of your money back, the same way you paid; we have written to you. Other learners are still waiting.',
  },
  differenceTooLate: {
    title: 'Your payment came a moment too late',
    text: 'The question about the new price was closed before it arrived. You get all of your money back, the same way you paid.',
  },
  missing: {
    title: 'No payment to look for',
    text: 'This address names no payment. Your sponsorships are on your dashboard.',
  },
  unknown: {
    title: 'We know of no such payment',
    text: 'Perhaps you paid while you were signed in with another account, or a part of the address is missing. Payments of this account are on your dashboard.',
  },
  notReached: {
    title: 'Not known yet',
    text: 'Your payment is safe. We ask again by ourselves as soon as we can.',
  },
  error: 'We could not ask about your payment.',
  reference: (reference: string) => `Reference ${reference}`,
} as const;
