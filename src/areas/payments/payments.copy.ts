import { brand } from '#contracts/brand.ts';

/** Texts of the payment result page (specification section 2). */
export const paymentsCopy = {
  title: 'Your payment',
  description: 'What became of your payment.',
  processing: 'Processing payment, please wait...',
  stillChecking:
    'We are still checking. This can take a minute; you do not have to wait here: we tell you by e-mail.',
  successTitle: 'Successful Payment!',
  successText: 'Thank you. The course is paid for, and the learner hears of it now.',
  goOn: 'Continue',
  listing: 'Go back to Listing',
  again: 'Check again',
  checking: 'Checking…',
  outcomes: {
    failed: {
      title: 'The payment did not go through',
      text: 'Your bank or card declined it. Nothing was taken for this try. You can pay again, perhaps with another card.',
    },
    abandoned: {
      title: 'The payment was not finished',
      text: 'You left the payment page before the end. Nothing was taken. The learner is still waiting, if you want to try again.',
    },
    reversed: {
      title: 'The payment was reversed',
      text: `The money is on its way back to you. If this surprises you, write to ${brand.email.support}.`,
    },
    needs_review: {
      title: 'A person is looking at this payment',
      text: 'Your payment arrived, but something about it does not match the request. Nothing is lost: our staff checks it by hand and writes to you.',
    },
  },
  missing: {
    title: 'No payment to look for',
    text: 'This address names no payment. Your sponsorships are on your dashboard.',
  },
  error: 'We could not ask about your payment. It is safe; please check again.',
  errorTitle: 'Not known yet',
  reference: (reference: string) => `Reference ${reference}`,
} as const;
