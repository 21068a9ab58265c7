import { brand } from '../../browser/brand.ts';
import { paths } from '../../browser/paths.ts';

/** Texts of the pages that consist of one message. */
export const pagesCopy = {
  restricted: {
    title: 'Access Restricted',
    text: 'Only learners can access this page. A sponsor can read their requests and pay for the course of one.',
    links: [
      { text: 'Go to Home', href: paths.home },
      { text: 'See learners’ requests', href: paths.listing },
    ],
  },
  success: {
    title: 'Success',
    text: 'Your request is with us. You can follow it on your dashboard.',
    links: [
      { text: 'Open my dashboard', href: paths.dashboard },
      { text: 'Go Home', href: paths.home },
    ],
  },
  offline: {
    title: 'You are offline',
    description: 'This page needs a connection.',
    text: 'This page needs a connection. Pages of your account that you opened in the last 7 days can be read without one where you chose “Keep me signed in”.',
    links: [{ text: 'My dashboard', href: paths.dashboard }],
  },
  notFound: {
    title: 'This page is not here',
    description: 'There is no page at this address.',
    text: 'The address may be old or mistyped. Nothing of yours is lost.',
    links: [
      { text: 'Go Home', href: paths.home },
      { text: 'See learners’ requests', href: paths.listing },
    ],
  },
  failed: {
    title: 'Something went wrong on our side',
    description: 'The page could not be made.',
    text: 'The error has been recorded. Nothing of yours is lost; please try again in a moment.',
    links: [
      { text: 'Go Home', href: paths.home },
      { text: 'Write to us', href: `mailto:${brand.email.support}` },
    ],
  },
} as const;

/** Texts of the listing that shows what funding a learner looks like. */
export const fundLearnerCopy = {
  title: 'Fund a learner',
  description: 'What a learner’s request looks like, with samples.',
  lead: 'A request is one learner, one course and one price. This is what they look like.',
  linksLabel: 'Where to go from here',
  links: [
    { text: 'Explore', href: paths.explore },
    { text: 'Pricing', href: paths.comingSoon },
    // Leads signed-in people on to their dashboard.
    { text: 'Sign in', href: paths.auth },
  ],
  sample: 'Sample',
  notice: 'These six are samples, not real requests.',
  real: 'See learners’ requests',
  on: (platform: string) => `on ${platform}`,
  samplePrice: { amount: 70, currency: 'USD' },
  samples: [
    { learner: 'A nurse on night shifts', course: 'Nursing Informatics', platform: 'Coursera' },
    { learner: 'A first-year student', course: 'Introduction to Python', platform: 'edX' },
    { learner: 'A tailor with a phone', course: 'Fashion Design Basics', platform: 'Udemy' },
    { learner: 'A shop owner', course: 'Bookkeeping for Small Business', platform: 'Udemy' },
    { learner: 'A radio reporter', course: 'Writing for the Web', platform: 'Coursera' },
    { learner: 'A school leaver', course: 'Cloud Computing Foundations', platform: 'Udacity' },
  ],
} as const;
