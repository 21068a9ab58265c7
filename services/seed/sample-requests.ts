import type { Currency } from '#contracts/money.ts';
import type { RequestStatus } from '#contracts/requests/request-status.ts';

/** A sample request: the courses exist, prices and motivations are invented. */
export interface SampleRequest {
  learner: string;
  courseTitle: string;
  /** Coursera by default. */
  platform?: string;
  link: string;
  price: number;
  currency: Currency;
  duration: number;
  durationUnit: 'months' | 'weeks';
  motivation: string;
  status: RequestStatus;
  /** The payer, and whether their name is hidden from the learner. */
  sponsor?: { key: string; isAnonymous: boolean };
  /** Enrolment code of a course that is bought and handed over. */
  code?: string;
  /** The course is bought, and not handed over yet. */
  isBought?: boolean;
  /** The money arrived after the withdrawal, so its refund waits for approval. */
  isRefundDue?: boolean;
  /** The learner's words to the sponsor. */
  thankYou?: string;
  /** The payer disputes the payment at their bank. */
  isDisputed?: boolean;
}

const coursera = 'https://www.coursera.org';

const terms = (
  price: number,
  currency: Currency,
  duration: number,
  durationUnit: SampleRequest['durationUnit'],
) => ({ price, currency, duration, durationUnit });

/** Sample requests in every status and currency. */
export const sampleRequests: readonly SampleRequest[] = [
  {
    learner: 'amara',
    courseTitle: 'Google Data Analytics Professional Certificate',
    link: `${coursera}/professional-certificates/google-data-analytics`,
    ...terms(75_000, 'NGN', 6, 'months'),
    motivation:
      'I keep the books of three market stalls by hand. With data skills I could help many more traders see what really sells, and earn enough to finish my degree.',
    status: 'pending',
  },
  {
    learner: 'kwame',
    courseTitle: 'Meta Front-End Developer Professional Certificate',
    link: `${coursera}/professional-certificates/meta-front-end-developer`,
    ...terms(49, 'USD', 4, 'months'),
    motivation:
      'I taught myself HTML on a borrowed laptop. A real course would carry me to my first paid job.',
    status: 'pending',
  },
  {
    learner: 'wanjiru',
    courseTitle: 'Google UX Design Professional Certificate',
    link: `${coursera}/professional-certificates/google-ux-design`,
    ...terms(55, 'GBP', 6, 'months'),
    motivation:
      'My mother cannot read the screens of the clinic where she is treated. I want to design for people like her.',
    status: 'pending',
  },
  {
    learner: 'tesfaye',
    courseTitle: 'Deep Learning Specialization',
    link: `${coursera}/specializations/deep-learning`,
    ...terms(147, 'USD', 3, 'months'),
    motivation: 'I study agronomy and want to tell sick coffee plants from healthy ones with a phone camera.',
    status: 'pending',
  },
  {
    learner: 'aicha',
    courseTitle: 'English for Career Development',
    link: `${coursera}/learn/careerdevelopment`,
    ...terms(30, 'USD', 5, 'weeks'),
    motivation:
      'Every job I apply for asks for English. I learned French and Bambara at home; this is the step I miss.',
    status: 'pending',
  },
  {
    learner: 'sipho',
    courseTitle: 'Google Cybersecurity Professional Certificate',
    link: `${coursera}/professional-certificates/google-cybersecurity`,
    ...terms(49, 'USD', 6, 'months'),
    motivation:
      'I repair phones in my township and see how people are tricked every day. I want to protect them properly.',
    status: 'reserved',
    sponsor: { key: 'lindiwe', isAnonymous: false },
  },
  {
    learner: 'nadia',
    courseTitle: 'The Complete Web Development Bootcamp',
    platform: 'Udemy',
    link: 'https://www.udemy.com/course/the-complete-web-development-bootcamp/',
    ...terms(20, 'USD', 10, 'weeks'),
    motivation: 'I would like to build the booking page for our women’s cooperative myself.',
    status: 'paid',
    sponsor: { key: 'grace', isAnonymous: false },
    thankYou: 'Thank you, Grace. Our booking page will have your name at the bottom, if I may.',
  },
  {
    learner: 'juma',
    courseTitle: 'AWS Cloud Technical Essentials',
    link: `${coursera}/learn/aws-cloud-technical-essentials`,
    ...terms(39, 'USD', 4, 'weeks'),
    motivation: 'Our school network is mine to look after. I want to stop guessing and start knowing.',
    status: 'paid',
    sponsor: { key: 'david', isAnonymous: true },
    code: 'AWS-2026-SAMPLE',
  },
  {
    learner: 'claudine',
    courseTitle: 'Google Project Management Professional Certificate',
    link: `${coursera}/professional-certificates/google-project-management`,
    ...terms(49, 'USD', 6, 'months'),
    motivation:
      'I organise the water project of my village and want to do it so that others trust us with the next one.',
    status: 'enrolled',
    sponsor: { key: 'grace', isAnonymous: true },
    isDisputed: true,
  },
  {
    learner: 'omar',
    courseTitle: 'Data Engineering with AWS',
    platform: 'Udacity',
    link: 'https://www.udacity.com/course/data-engineer-nanodegree--nd027',
    ...terms(249, 'USD', 4, 'months'),
    motivation:
      'I have the mathematics but not the tools. This course is the bridge between my degree and a job.',
    status: 'completed',
    sponsor: { key: 'lindiwe', isAnonymous: false },
  },
  {
    learner: 'fatou',
    courseTitle: 'Meta Social Media Marketing Professional Certificate',
    link: `${coursera}/professional-certificates/facebook-social-media-marketing`,
    ...terms(41.5, 'GBP', 5, 'months'),
    motivation: 'Our tie-dye sells well to visitors and nowhere else. I want the world to see it.',
    status: 'withdrawn',
    sponsor: { key: 'grace', isAnonymous: false },
    isRefundDue: true,
  },
  {
    learner: 'tendai',
    courseTitle: 'Learn Python 3',
    platform: 'Codecademy',
    link: 'https://www.codecademy.com/learn/learn-python-3',
    ...terms(18_500, 'NGN', 2, 'months'),
    motivation:
      'I want to automate the attendance lists that eat my evenings as a teacher, and teach my pupils how.',
    status: 'pending',
  },
  {
    learner: 'kwame',
    courseTitle: 'Introduction to Cybersecurity',
    platform: 'Udacity',
    link: 'https://www.udacity.com/course/intro-to-cybersecurity-nanodegree--nd545',
    ...terms(249, 'USD', 4, 'months'),
    motivation: 'Our clinic stores its records on one old computer. I want to know how to keep them safe.',
    status: 'refunded',
    sponsor: { key: 'david', isAnonymous: false },
  },
  {
    learner: 'tesfaye',
    courseTitle: 'Python for Everybody',
    link: `${coursera}/specializations/python`,
    ...terms(49, 'USD', 3, 'months'),
    motivation: 'Field notes of three seasons lie in my drawer. I want to turn them into advice for farmers.',
    status: 'paid',
    sponsor: { key: 'lindiwe', isAnonymous: false },
    isBought: true,
  },
];
