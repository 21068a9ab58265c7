/** Texts of the listing's address for a learner. */
export const forLearnersCopy = {
  title: 'This page is for sponsors',
  lead: 'You are signed in as a learner. Sponsors choose here whose course they pay for.',
  seeTitle: 'What a sponsor sees of your request',
  see: [
    'Your name, your picture and the links to your profiles',
    'The course: title, platform, price and duration',
    'Your reason, in your own words',
  ],
  notSeen: 'Your e-mail address and your login on the platform are not shown in this list.',
  help: 'Request for Help',
  dashboard: 'Your dashboard',
  becomeTitle: 'Would you like to sponsor a learner?',
  become:
    'An account is for learning or for sponsoring. To sponsor, log out, then sign up with another e-mail address and choose “I want to sponsor a learner/group of learners”.',
} as const;
