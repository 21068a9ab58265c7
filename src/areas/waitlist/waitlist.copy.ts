import type { WaitlistInterest } from '#contracts/waitlist/waitlist.ts';

/** Texts of the page for features that are not built yet, and of its waitlist form. */
export const waitlistCopy = {
  title: 'We are still building for you!',
  description: 'Tell us what to build next, and join the waitlist.',
  lead: 'This part is not ready. Take a short survey to join the waitlist: what you choose is what we build first.',
  interest: 'What are you waiting for?',
  interests: {
    dap: 'DAP',
    digiaccess: 'DigiAccess',
    'mobile-app': 'The app',
    'learner-communities': 'Learners near me',
    mentors: 'Mentors near me',
    'accountability-groups': 'Accountability groups',
    'psychometric-test': 'The test that finds my course',
    pricing: 'Pricing',
    blog: 'The blog',
    other: 'Something else',
  } satisfies Record<WaitlistInterest, string>,
  note: 'What should it do for you?',
  noteHint: 'If you like, in a sentence or two.',
  email: 'Your email',
  emailHint: 'Only if you want to hear from us when it is there. We use it for nothing else.',
  submit: 'Join the waitlist',
  busy: 'Joining…',
  privacy: 'How we keep your answer',
  home: 'Go Home',
  noScript: 'The survey works with JavaScript. Please switch it on to take it.',
  interestMissing: 'Please choose what you are waiting for.',
  invalid: 'Please enter a valid email address.',
  failed: 'Your answer could not be stored. Nothing is lost; please try again.',
} as const;
