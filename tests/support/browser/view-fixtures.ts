import type * as z from 'zod/mini';
import type { Profile } from '#contracts/accounts/profile.ts';
import type { CatalogueCourse, CoursePage } from '#contracts/catalogue/catalogue.ts';
import type {
  DashboardCourse,
  LearnerDashboardSchema,
  OwnRequest,
  SponsorDashboardSchema,
} from '#contracts/dashboard/dashboard.ts';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import type { ListedRequest } from '#contracts/requests/request-views.ts';

/** An id that contracts accept. */
export const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const createdAt = '2026-01-05T10:00:00.000Z';
const never = { enrolledAt: null, completedAt: null };
const request = {
  _id: idOf(1),
  paid: false,
  status: 'pending' as const,
  motivation: 'I teach mathematics.',
  link: 'https://www.coursera.org/learn/machine-learning',
  priceUnit: 'USD',
  course: {
    courseTitle: 'Machine Learning',
    platform: 'Coursera',
    price: 49,
    priceUnit: 'USD',
    duration: 2,
    durationUnit: 'months' as const,
  },
  createdAt,
  socials: '',
};
const learner = { userId: { _id: idOf(2), fullName: 'Ada Obi', country: 'Nigeria', profilePicture: null } };

/** A pending request as its learner sees it. */
export const ownRequest: OwnRequest = {
  ...request,
  ...never,
  delivery: 'gift-to-email',
  account: { email: 'ada@people.example' },
  isPrivate: false,
  isPublic: true,
  isForVisitors: false,
  recipientEmails: [],
  seenBy: 0,
  firstSeenAt: null,
  meetings: [],
  reservedUntil: null,
  paidAt: null,
  withdrawnAt: null,
  purchase: null,
  hasProof: false,
  sponsorName: null,
  thankYou: null,
  invoice: null,
  priceConfirmBy: null,
  review: null,
};

/** The dashboard of a learner without requests and courses. */
export const learnerDashboard: z.output<typeof LearnerDashboardSchema> = {
  userDetails: {
    _id: idOf(2),
    fullName: 'Ada Obi',
    email: 'ada@people.example',
    isEmailVerified: true,
    profilePicture: null,
    role: 'learner',
  },
  counters: { pending: 0, paid: 0, enrolled: 0, completed: 0 },
  courseTotals: { 'being-arranged': 0, 'in-progress': 0, completed: 0, saved: 0, refunded: 0 },
  totalRequests: 0,
  totalCourses: 0,
  dashboardCourses: [],
  requests: [],
};

/** An open request as sponsors see it. */
export const listedRequest: ListedRequest = {
  ...request,
  learner,
  isInvitation: false,
  canMeet: true,
  terms: 1,
  reservedUntil: null,
  isMine: false,
};

/** A paid request as its sponsor sees it. */
export const sponsoredRequest: SponsoredRequest = {
  ...listedRequest,
  ...never,
  paid: true,
  status: 'paid',
  delivery: 'gift-to-email',
  isAnonymous: false,
  purchase: null,
  hasProof: false,
  isProofFiled: false,
  canAddProof: false,
  proofRejection: null,
  certificateId: null,
  thankYous: [],
  priceChoice: null,
  rest: { to: 'fund', canChange: true, minimum: 2, amount: null, refunds: [] },
  payment: {
    reference: 'pay-1',
    outcome: 'success',
    price: 49,
    fee: 0.04,
    amount: 49.04,
    currency: 'USD',
    paidAt: createdAt,
    returnedAt: null,
    refund: null,
    refundExpectedAt: null,
    receiptNumber: 'CL-2026-000001',
    added: [],
  },
};

/** The dashboard of a sponsor without payments and courses. */
export const sponsorDashboard: z.output<typeof SponsorDashboardSchema> = {
  userDetails: { ...learnerDashboard.userDetails, role: 'sponsor' },
  dashboardCourses: [],
  totalCourses: 0,
  totalRequests: 0,
  sponsoredRequests: [],
  impact: { funded: 0, completed: 0, currencies: [], months: [] },
  meetings: [],
};

/** A saved course on a dashboard. */
export const dashboardCourse: DashboardCourse = {
  _id: idOf(3),
  title: 'Learning How to Learn',
  description: 'Tools for hard subjects.',
  link: 'https://www.coursera.org/learn/learning-how-to-learn',
  status: 'saved',
  completedAt: null,
  completionCertificate: false,
  isCertificateShared: false,
  isSponsored: false,
  canAskSponsor: true,
};

const catalogueCourse: CatalogueCourse = {
  _id: idOf(4),
  slug: 'machine-learning',
  title: 'Machine Learning',
  description: 'Models that learn from data.',
  url: 'https://www.coursera.org/learn/machine-learning',
  status: 'Paid',
  access: 'financial-aid',
  price: 49,
  priceUnit: 'USD',
  level: 'Beginner',
  platform: 'Coursera',
  tags: ['python'],
  ratings: 4.9,
  checkedOn: '2026-01-05',
};

const noFacets = { level: [], status: [], platform: [], tags: [] };
/** A search without results. */
export const noCourses: CoursePage = {
  courses: [],
  currentPage: 1,
  totalPages: 0,
  totalCourses: 0,
  isCapped: false,
  facets: noFacets,
};
/** The first of two pages of a search. */
export const coursePage: CoursePage = {
  ...noCourses,
  courses: [
    catalogueCourse,
    { ...catalogueCourse, _id: idOf(5), slug: 'statistics', title: 'Statistics', ratings: null, price: null },
  ],
  totalPages: 2,
  totalCourses: 14,
};

/** The account of a sponsor with a password, who signed in a while ago. */
export const ownProfile: Profile = {
  _id: idOf(3),
  email: 'grace@people.example',
  isEmailVerified: true,
  hidesEmail: false,
  newEmail: null,
  fullName: 'Grace Ade',
  phoneNumber: null,
  country: 'Nigeria',
  gender: 'female',
  role: 'sponsor',
  profilePicture: null,
  guardian: null,
  hasPassword: true,
  hasGoogle: false,
  isConfirmed: false,
};
