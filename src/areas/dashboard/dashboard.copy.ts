/** Texts that both dashboards load (specification sections 2 and 8). */
export const dashboardCopy = {
  title: 'Dashboard',
  description: 'Your requests, your courses and your sponsorships.',
  loading: 'Loading your dashboard…',
  failed: {
    role: 'Failed to load dashboard.',
    learner: 'Failed to load dashboard data. Please try again later.',
    sponsor: 'Failed to load sponsor dashboard.',
    meetings: 'The meetings could not be loaded. Please reload the page.',
    purchase: 'A part of this request could not be loaded. Please reload the page.',
  },
  countersLabel: 'In numbers',
  showAll: 'Show all',
  showMore: 'Show more',
  showMoreBusy: 'Loading…',
  shownOf: (shown: number, all: number) => `${shown} of ${all}`,
  unknownRole: 'Unknown user role.',
  welcome: 'Welcome,',
  unverified: {
    learner: (invited: number) =>
      `Please confirm your e-mail address: the link is in the mail that we sent you. ${
        invited === 0
          ? 'Private invitations wait for it.'
          : invited === 1
            ? 'The person you invited is not written to until then.'
            : `The ${invited} people you invited are not written to until then.`
      }`,
    sponsor: () =>
      'Please confirm your e-mail address: the link is in the mail that we sent you. Until then, you do not see requests to which learners invited you.',
  },
  turn: 'Your turn:',
  learner: { help: 'Request for Help' },
  sponsor: { view: 'View Sponsorship Requests' },
  request: {
    platform: 'Platform',
    duration: 'Duration',
    price: 'Price',
    sponsor: 'Sponsor',
    anonymousSponsor: 'A sponsor who stays anonymous',
    why: 'Why I need this course:',
    stepsLabel: 'Where this request stands',
  },
  timeline: {
    seenBy: (count: number) => (count === 1 ? 'Seen by 1 sponsor' : `Seen by ${count} sponsors`),
    optional: 'if a sponsor asks',
    timeOpen: 'time not agreed yet',
    next: 'next',
    states: { done: '(done)', now: '(next)', later: '(later)', left: '(ended here)' },
  },
} as const;
