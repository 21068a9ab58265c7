import { limits } from '#contracts/limits.ts';

/** Texts of the request-for-help page (specification sections 2, 4, 5 and 8); those of its fields are in `help-fields.ts`. */
export const requestsCopy = {
  title: 'Request for Help',
  description: 'Ask sponsors to fund the course that you need.',
  lead: 'Tell sponsors which course you need, and why. What you type is kept in this browser until you send it.',
  loading: 'Loading the form…',
  required: 'Please fill in all required fields correctly',
  sections: {
    course: 'The course',
    delivery: 'How it reaches you',
    reason: 'You and your reason',
    audience: 'Who may see it',
  },
  deliveryHints: {
    'gift-to-email': 'We buy it as a gift for the email of your account there. No password needed.',
    'enrolment-code': 'You find a code on your dashboard and redeem it yourself. No password needed.',
    'school-invoice': 'We pay the invoice of your school. You upload it after sending this form.',
    'platform-login': 'Our staff enrols you on the platform. Sponsors never see the login.',
  },
  loginEmail: 'Login email on the platform',
  keptPasswordHint:
    'We have kept the password that you gave us, encrypted. Leave this empty, or enter a new one.',
  words: (count: number, most: number) => `${count} of ${most} words`,
  audience: 'Choose private, public or both',
  shown: 'Those who may see it also see your name, your picture and your country.',
  shownOfMinor:
    'Those who may see it also see your first name and your country. Because you are under 18, sponsors never see your e-mail address, there are no meetings, and visitors who are not signed in never see your request.',
  recipients: {
    title: 'Whom shall we invite?',
    text: `Between 1 and ${limits.recipients} people. Each gets one e-mail with your request. You can paste a whole list.`,
    field: (position: number) => `Recipient email ${position}`,
    remove: (position: number) => `Remove recipient ${position}`,
    add: 'Add another',
    done: 'DONE',
    missing: 'Please enter an email address, or remove this line.',
    count: (count: number) => `${count} of ${limits.recipients} people`,
    pasted: (count: number, doubles: number, leftOut: number) =>
      [
        `${count} of ${limits.recipients} people.`,
        doubles > 0 &&
          (doubles === 1 ? '1 address was there twice.' : `${doubles} addresses were there twice.`),
        leftOut > 0 && `${leftOut} did not fit: you can invite ${limits.recipients} people.`,
      ]
        .filter(Boolean)
        .join(' '),
    none: 'Nobody is invited yet.',
    invited: (count: number) => (count === 1 ? '1 person is invited.' : `${count} people are invited.`),
  },
  amount: {
    title: 'What a sponsor will pay',
    course: 'Course',
    fee: 'Service fee',
    total: 'In all',
    empty: 'Enter the price, and the amount shows here.',
    nextTitle: 'What happens next',
    next: [
      'Sponsors read your request: those whom you invite, or all of them.',
      'One may ask to meet you online first. We tell you by e-mail.',
      'When a sponsor pays, you hear at once, and the course is on its way.',
    ],
  },
  draft: {
    kept: 'This is what you typed last time. It has not been sent.',
    afresh: 'Start afresh',
    afreshTitle: 'Start with an empty form?',
    afreshText: 'What you have typed is thrown away.',
    afreshConfirm: 'Throw it away',
    keep: 'Keep it',
    other: (draft: string, course: string) =>
      `You have not sent your request for ${draft} yet. Would you like to ask for ${course} instead? What you wrote about yourself stays.`,
    otherUntitled: 'another course',
    take: 'Yes, take this course',
    keepMine: 'No, keep my draft',
    notFound: 'We could not find that course. Please enter it yourself.',
  },
  edit: {
    title: 'Edit your request',
    loading: 'Looking for your request…',
    loadFailed: 'Your request did not load.',
    gone: 'This request is no longer there.',
    closed: 'This request can no longer be changed: it is paid for or withdrawn.',
    reserved:
      'A sponsor is paying for this course right now. If you change course, platform, link or price, that payment is given back, and sponsors can pay the new price at once.',
    dashboard: 'Open my dashboard',
    submit: 'SAVE CHANGES',
    submitting: 'SAVING...',
    failed: 'We could not save your changes. Please try again.',
  },
  submit: 'SUBMIT',
  submitting: 'SUBMITTING...',
  failed: 'Submission failed',
  success: {
    title: 'Success',
    sent: { text: 'Your request is on its way to sponsors. We have sent you a copy by e-mail.' },
    changed: { text: 'Your changes are saved, and sponsors see them from now on.' },
    guardian: {
      waits: 'Your request waits for your guardian',
      text: 'We have written to them. Nobody else sees your request until they agree; your dashboard shows when they have. Without their consent, your account is deleted 30 days after your sign-up.',
      again: 'Send again',
      sending: 'Sending…',
      change: 'Change the address',
      failed: 'We could not send the mail. Please try again.',
    },
    invoice:
      'One step is left: upload the invoice of your school on your dashboard. Sponsors see your request as soon as it is there.',
    waiting:
      'Your private invitations go out as soon as you have confirmed your e-mail address: please open the link that we sent you.',
    home: 'GO HOME',
    dashboard: 'Open my dashboard',
  },
} as const;
