import { meetingLinkServices } from '#contracts/meetings/meeting-link.ts';

/** Texts of the page that leads to the room of a meeting. */
export const roomCopy = {
  title: 'Your meeting',
  description: 'The room of a meeting between a sponsor and a learner.',
  loading: 'Loading your meeting…',
  loadFailed: 'Your meeting could not be loaded. Please try again.',
  about: (name: string | null, course: string) => `With ${name ?? 'a sponsor'}, about ${course}`,
  early: (time: string) => `The room opens at ${time}. This page notices when it does.`,
  open: (time: string) => `The room is open until ${time}.`,
  over: 'This meeting is over.',
  join: 'Join the meeting',
  link: {
    heading: 'Another place to meet',
    agreed: (service: string) => `You have agreed to meet on ${service}.`,
    theirs: (name: string | null, service: string) =>
      `${name ?? 'The sponsor'} proposes to meet on ${service}:`,
    yours: (service: string) => `You propose to meet on ${service}. The other one has not answered yet:`,
    accept: 'Meet there',
    refuse: 'No, leave it as it is',
    takeBack: 'Take it back',
    label: 'Link of a call that you have made',
    hint: `${meetingLinkServices}. The other one has to accept it first. Never enter a phone number or an address.`,
    propose: 'Propose this link',
    sending: 'Sending…',
    failed: 'This could not be sent. Please try again.',
  },
  rulesHeading: 'So that it is a good half hour',
  rules: [
    'Talk about the course and what the learner plans to do with it.',
    'Ask for nothing in return: no money, no gifts, no favours.',
    'Keep phone numbers, addresses, passwords and bank details to yourself.',
    'Record nothing, and take no pictures of the other person.',
    'Either of you can leave at any time, without a reason.',
  ],
  wrong: 'Something is not right?',
  end: 'End and report',
  report: 'Report',
  howToEnd: 'Close the tab of the meeting, then tell us what happened.',
  whoReported: 'Nobody is told who made a report.',
  none: 'There is no such meeting. Please open the link from the mail or from your dashboard again.',
  toDashboard: 'Go to your dashboard',
} as const;
