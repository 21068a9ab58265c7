import { brand } from '../../browser/brand.ts';

/** Texts of the newsletter: the sign-up form, and the pages that its mails link to. */
export const newsletterCopy = {
  title: 'News, a few times a year',
  text: 'What we build, and what became of courses that were lifted. You confirm by e-mail, and leave with one click.',
  label: 'Your email',
  submit: 'Subscribe',
  busy: 'Subscribing…',
  privacy: 'How we keep your address',
  noScript: `Signing up works with JavaScript. You can also write to ${brand.email.contact}.`,
  invalid: 'Please enter a valid email address.',
  failed: 'Failed to subscribe. Please try again later.',
  home: 'Go Home',
  again: 'Sign up once more',
  listing: 'See learners’ requests',
  lost: 'We could not reach our server. Nothing has changed; please try again.',
  confirm: {
    title: 'Confirm your address',
    description: `One press, and the news of ${brand.name} comes to you.`,
    text: 'You asked for our news. We only write once you have confirmed that the address is yours.',
    button: 'Yes, send me the news',
    busy: 'Confirming…',
    doneTitle: 'You are on the list',
    doneText: 'We write a few times a year; there is nothing else to do. Every mail has a link to leave.',
    failedTitle: 'This link did not work',
  },
  unsubscribe: {
    title: 'Leave the newsletter?',
    description: `Stop the news of ${brand.name}.`,
    text: 'One press, and we stop writing. What you do on the site is not touched by it.',
    button: 'Unsubscribe',
    busy: 'Unsubscribing…',
    doneTitle: 'You are unsubscribed',
    doneText: 'No more news from us. If it was a slip, you can sign up again at any time.',
    failedTitle: 'This link did not work',
  },
} as const;
