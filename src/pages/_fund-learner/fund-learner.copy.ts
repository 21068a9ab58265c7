import { paths } from '../../browser/paths.ts';

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
