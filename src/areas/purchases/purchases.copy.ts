import { brand } from '../../browser/brand.ts';
import { dayText } from '../../ui/format.ts';

/** Texts about a paid course on its way to the learner. */
export const purchasesCopy = {
  // The last day is stored as its end in UTC, which is the next day in Lagos.
  redeemBy: (time: string) => `Please do this by ${dayText(time, 'UTC')}.`,
  seen: (time: string) => `You saw your code on ${dayText(time)}. If you have lost it, write to `,
  support: brand.email.support,
  seenNext: ': a new one then appears here.',
  sent: {
    kind: 'What we sent',
    to: 'Where to',
    when: 'When',
    course: 'Course',
    open: 'Open the page of the course',
  },
  notReceived: {
    open: 'It did not reach me',
    busy: 'Telling our staff…',
    failed: 'We could not store that. Please try again.',
    done: (time: string) =>
      `You told us on ${dayText(time)} that it did not reach you. We look into it and write to you. Questions: `,
  },
  code: {
    open: 'Show my code',
    title: 'Show your enrolment code?',
    text: 'The code is shown once. Open it when you are ready to use it, or have a safe place to save it.',
    keep: 'Later',
    confirm: 'Show the code',
    busy: 'Opening…',
    failed: 'The code did not load. Please try again.',
    shown: 'Your enrolment code',
    copy: 'Copy the code',
    copied: 'The code is copied.',
    notCopied: 'Copying did not work. Please select the code.',
    once: 'It is shown once: use it or save it before you close this window.',
    visit: 'Open the course',
  },
  redeemed: {
    open: 'I am enrolled',
    title: 'Are you enrolled?',
    text: (course: string) => `Confirm that you can open “${course}” with your own account on the platform.`,
    told: 'Your sponsor gets a mail that you can begin.',
    keep: 'Not yet',
    confirm: 'Yes, I am enrolled',
    busy: 'Saving…',
    done: 'You are enrolled. Enjoy the course!',
    failed: 'We could not save that. Please try again.',
  },
};

/** Texts about the invoice of a learner's school. */
export const invoiceCopy = {
  missing:
    'One step is left: upload the invoice of your school. Sponsors see this request as soon as it is there.',
  add: 'Upload the invoice',
  replace: 'Replace the invoice',
  view: 'View the invoice',
  intro: (reference: string, payee: string) =>
    `The invoice “${reference}” of ${payee}. Amount, account and reference must be readable.`,
  note: 'Only our staff reads it, to pay it. You can replace it until then.',
  upload: {
    title: 'Upload the invoice of your school',
    label: 'Invoice',
    preview: 'Preview of the invoice',
    failed: 'Failed to upload the invoice.',
    done: 'The invoice is there.',
  },
} as const;
