/** Texts of a learner's meetings: on the dashboard and on the page that a mail's link leads to. */
export const learnerMeetingCopy = {
  label: 'Meetings',
  states: {
    awaiting_time: (sponsor: string | null) =>
      `${sponsor ?? 'A sponsor'} would like to meet you online for half an hour. When would it suit you?`,
    proposed: (sponsor: string | null) => `${sponsor ?? 'A sponsor'} would like to meet you online:`,
    accepted: (sponsor: string | null) => `You are meeting ${sponsor ?? 'a sponsor'} online:`,
    counter_proposed: (sponsor: string | null) =>
      `You proposed another time. ${sponsor ?? 'The sponsor'} has not answered yet.`,
    over: (sponsor: string | null) => `Your meeting with ${sponsor ?? 'a sponsor'} was:`,
    cancelled: (sponsor: string | null) => `The meeting with ${sponsor ?? 'a sponsor'} was cancelled.`,
    declined: (sponsor: string | null) => `You declined to meet ${sponsor ?? 'a sponsor'}.`,
  },
  yourProposal: 'You proposed',
  theirProposal: 'They proposed',
  note: 'Note from the sponsor',
  join: 'Join the meeting',
  report: 'Report this sponsor',
  reportNote: 'Report this note',
  accept: 'Accept',
  acceptTheirs: 'Accept their time',
  propose: 'Propose another time',
  proposeFirst: 'Propose a time',
  sendProposal: 'Send this proposal',
  decline: 'Decline',
  declineQuestion: 'Decline this meeting? You need not give a reason, and your request stays open.',
  declineIt: 'Yes, decline it',
  keep: 'Go back',
  busy: 'Sending…',
  failed: 'Your answer could not be sent. Please try again.',
  // The page that a mail's link leads to
  title: 'Your meeting',
  description: 'Accept a meeting, propose another time, or decline.',
  loading: 'Loading your meeting…',
  noToken: 'This link is incomplete. Please open it from the mail again.',
  loadFailed: 'Your meeting could not be loaded. Please try again.',
  exit: 'Go to your dashboard',
} as const;

/** Texts of the meetings on a sponsor's dashboard. */
export const sponsorMeetingsCopy = {
  heading: 'Your Meetings',
  noneAhead: 'No meeting is ahead.',
  earlier: (count: number) => `Past and cancelled meetings (${count})`,
  badges: {
    awaiting_time: 'Waiting for a time',
    proposed: 'Not answered yet',
    counter_proposed: 'Your answer is needed',
    accepted: 'Agreed',
    declined: 'Declined',
    cancelled: 'Cancelled',
    over: 'Over',
  },
  course: 'Course',
  when: 'When',
  email: 'E-mail',
  noTime: 'The learner is asked to propose a time.',
  notSent: 'The invitations have not been sent yet: open the meeting to send them.',
  open: 'Open or change',
  pay: 'Pay for course',
  join: 'Join the meeting',
  about: (name: string) => `with ${name}`,
} as const;
