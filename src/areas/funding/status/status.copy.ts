/** Texts of the sponsor-status page, between a choice and the payment (specification sections 2 and 8). */
export const statusCopy = {
  title: 'Your sponsorship',
  description: 'The next step of your sponsorship.',
  missing: 'This link is incomplete. Please choose the learner again.',
  failed: 'Your sponsorship could not be loaded. Please try again.',
  onlySponsors: 'Sponsorships belong to sponsors. As a learner you can ask for a course of your own.',
  askForHelp: 'Request for Help',
  loading: 'Loading your sponsorship…',
  meetTitle: 'Meeting Scheduled!',
  meetText: (name: string) =>
    `Your meeting with ${name} is scheduled. Please check your mail for the invitation and the room link.`,
  meetNext:
    'You can pay now, or come back to it after you have met. You find this meeting on your dashboard.',
  notAnswered: (name: string) => `${name} has not answered yet.`,
  agreed: (name: string) => `You and ${name} have agreed on this time.`,
  waitingTitle: 'Waiting for a time',
  waitingText: (name: string) =>
    `We have asked ${name} to propose a time and write to you as soon as there is one. You can also propose one yourself.`,
  proposedTitle: 'Another time is proposed',
  proposedText: (name: string) =>
    `${name} proposes the time below. Accept it, or propose a different one: nothing changes until you do.`,
  proposedPast: (name: string) =>
    `${name} proposed the time below, which has passed. Please propose a different one.`,
  overTitle: 'Your meeting is over',
  overText: (name: string) => `We hope that you and ${name} had a good talk. The next step is yours.`,
  notTold: 'The invitations have not been sent yet.',
  send: 'Send the invitations',
  sending: 'Sending…',
  noMeetingTitle: 'No meeting is arranged',
  noMeetingText: (name: string) =>
    `There is no meeting with ${name}, or it was cancelled. You can pay for the course without one, or find ${name} in the listing to arrange another.`,
  goOn: 'Continue',
  listing: 'Go back to Listing',
  dashboard: 'Go to your dashboard',
  steps: ['Choose', 'Meet', 'Pay', 'Done'],
  stepsAnonymous: ['Choose', 'Pay', 'Done'],
  stepsLabel: 'Your sponsorship, step by step',
} as const;

/** Texts of the pay step. */
export const payCopy = {
  title: 'Complete Your Sponsorship!',
  text: (name: string, course: string) => `You are about to pay for ${name}’s course, ${course}.`,
  course: 'Course',
  fee: 'Service fee',
  total: 'You pay',
  anonymous: 'Stay anonymous: the learner is not told who paid',
  named: (name: string) => `${name} knows you from your meeting and will read that you paid.`,
  namedInvited: (name: string) =>
    `${name} reads your name in the invitation to your meeting, and will read that you paid.`,
  choseAnonymous: (name: string) =>
    `You chose to stay anonymous, but ${name} gets your name with the invitation to your meeting. To pay without your name, cancel the meeting first.`,
  choseAnonymousLate: (name: string) =>
    `You chose to stay anonymous, but ${name} knows your name from your meeting and will read that you paid.`,
  toMeeting: 'Go to the meeting',
  pay: 'Pay for course',
  paying: 'Opening the payment page…',
  failed: 'Error initiating payment.',
  opened: 'The payment page is open in a new tab. This page notices by itself when you have paid.',
  blocked: 'Your browser kept the payment page from opening. Please use this link:',
  declined:
    'Your card or bank declined the payment; nothing was charged. The payment page is still open in its own tab: you can use another card there. This page notices by itself when you have paid.',
  declinedBefore:
    'Your card or bank declined the payment; nothing was charged. You can open the payment page again and use another card.',
  begun: 'You have begun to pay for this course. This page notices by itself when you have paid.',
  openPayment: 'Open the payment page',
  openPaymentAgain: 'Open it in another tab',
  check: 'I have paid: check my payment',
  noticed: 'Your payment has come in. One moment…',
  reserved: (left: string) => `Reserved for you: ${left} left`,
  ranOut:
    'Your reservation has run out. You can start the payment again, but another sponsor may be faster now.',
  taken: (minutes: number) =>
    `Another sponsor is completing this payment. Try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`,
  paid: 'You have paid for this course. Thank you!',
  refundDue:
    'Your payment came after this request was funded, changed or withdrawn. Your money is on its way back to you.',
  inReview: 'A person is looking at your payment for this course. You need not do anything.',
  otherTab: 'The result is shown in the tab in which you paid. You can close this one.',
  seePayment: 'See your payment',
  funded: 'Another sponsor has funded this course in the meantime. Other learners are still waiting.',
} as const;

/** Texts of the choice who gets the rest of a course that costs less. */
export const restCopy = {
  label: 'If the course costs less than you pay',
  options: { fund: 'Completion fund', payer: 'Give the rest back to me' },
  fundHint: 'The rest helps to pay for courses that turn out dearer.',
  payerHint: (minimum: string) =>
    `You get the rest back the way you paid, without the service fee. Less than ${minimum} cannot be given back and goes to the fund.`,
} as const;
