import type { Page } from 'playwright-core';
import { getDashboard, type OwnRequest } from '#contracts/dashboard/dashboard.ts';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { dayMs } from '#contracts/durations.ts';
import { arrangeMeeting } from '#contracts/funding/sponsorships.ts';
import { revealCode } from '#contracts/purchases/purchases.ts';
import { readRefundLink } from '#contracts/refunds/refunds.ts';
import { getRequest, listRequests } from '#contracts/requests/listing.ts';
import { readAppeal } from '#contracts/safety/appeals.ts';
import { patch, respond, type Screen } from './screen.ts';

const now = new Date().toISOString();
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

const steps = {
  status: 'claimed' as const,
  boughtAt: null,
  handedOverAt: null,
  redeemedAt: null,
  redeemBy: null,
  expectedAt: null,
  payerAskedUntil: null,
  isRefunding: false,
  isDisputed: false,
};
const handedOver = {
  ...steps,
  status: 'handed_over' as const,
  boughtAt: now,
  handedOverAt: now,
  redeemBy: inDays(14),
};

/** Opens the learner's dashboard with this as the first request. */
const ofLearner = (name: string, change: (request: OwnRequest) => object, act?: Screen['act']): Screen => ({
  name: `flow-learner-${name}`,
  path: '/dashboard',
  visitor: 'learner',
  prepare: (page) =>
    patch(page, getDashboard, (body) => {
      if (!('requests' in body)) return;
      const [first] = body.requests;
      if (!first) return;
      Object.assign(
        first,
        { status: 'paid', paid: true, paidAt: now, meetings: [], review: null },
        change(first),
      );
      body.requests = [first];
    }),
  ...(act && { act }),
});

const own = (more: object) => ({
  purchase: { ...steps, hasCode: false, codeSeenAt: null, notReceivedAt: null, ...more },
});

/** Opens the sponsor's dashboard with this as the first payment. */
const ofSponsor = (name: string, change: (request: SponsoredRequest) => object): Screen => ({
  name: `flow-sponsor-${name}`,
  path: '/dashboard',
  visitor: 'sponsor',
  prepare: (page) =>
    patch(page, getDashboard, (body) => {
      if (!('sponsoredRequests' in body)) return;
      const first = body.sponsoredRequests.find(({ payment }) => payment.outcome === 'success');
      if (!first) return;
      Object.assign(
        first,
        { status: 'paid', purchase: steps, completedAt: null, enrolledAt: null },
        change(first),
      );
      body.sponsoredRequests = [first];
    }),
});

const refund = (status: string, accountUrl: string | null = null) => ({
  purchase: { ...steps, isRefunding: !['failed', 'processed'].includes(status) },
  refund: { status, accountUrl, reason: 'Our staff decided to give your payment back.' },
});
const refunded = (status: string, accountUrl: string | null = null) =>
  ofSponsor(`refund-${status}`, ({ payment }) => {
    const { purchase, refund: shown } = refund(status, accountUrl);
    return { purchase, payment: { ...payment, refund: { ...shown, amount: payment.amount } } };
  });

const refundPage = (name: string, change: object, act?: Screen['act']): Screen => ({
  name: `flow-refund-${name}`,
  path: '/refund?token=sample',
  visitor: 'visitor',
  prepare: (page) =>
    respond(page, readRefundLink, 200, {
      message: 'The refund.',
      data: {
        status: 'needs_attention',
        amount: 20_018,
        currency: 'NGN',
        courseTitle: 'Machine Learning',
        reference: 'pay-7f3a',
        needsAccount: true,
        banks: ['Access Bank', 'Guaranty Trust Bank', 'Zenith Bank'].map((bank, id) => ({
          id: `${id}`,
          name: bank,
        })),
        ...change,
      },
    }),
  ...(act && { act }),
});

const appealPage = (name: string, data: object): Screen => ({
  name: `flow-appeal-${name}`,
  path: '/appeal?request=00000000-0000-4000-8000-000000000001',
  visitor: 'learner',
  prepare: (page) =>
    respond(page, readAppeal, 200, {
      message: 'The decision.',
      data: {
        about: 'request',
        courseTitle: 'Machine Learning',
        reason: 'The link leads to another course.',
        appeal: null,
        answer: null,
        expectedAt: null,
        ...data,
      },
    }),
});

const openSponsoring = async (page: Page) => {
  await page
    .getByRole('link', { name: /^Sponsor (?!randomly|a group)/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sponsor', exact: true }).click();
};
const underAge = ({ data }: { data: { canMeet: boolean }[] | { canMeet: boolean } }) => {
  for (const request of [data].flat()) request.canMeet = false;
};

/** The screens of learners and sponsors from the payment to the enrolment, and of what can go wrong on the way. */
export const flowScreens: readonly Screen[] = [
  ofLearner('being-bought', () => own({})),
  ofLearner('price-question', () => own({ payerAskedUntil: inDays(5) })),
  ofLearner('refund', () => own({ isRefunding: true })),
  ofLearner('failed', () => own({ status: 'failed', isRefunding: true })),
  ofLearner('handed-over-gift', () => ({ ...own(handedOver), delivery: 'gift-to-email' })),
  ofLearner('handed-over-invoice', () => ({ ...own(handedOver), delivery: 'school-invoice' })),
  ofLearner('handed-over-login', () => ({ ...own(handedOver), delivery: 'platform-login' })),
  ofLearner('handed-over-code', () => ({
    ...own({ ...handedOver, hasCode: true }),
    delivery: 'enrolment-code',
  })),
  ofLearner('not-received', () => own({ ...handedOver, notReceivedAt: now })),
  ofLearner('code-seen', () => ({ ...own({ ...handedOver, codeSeenAt: now }), delivery: 'enrolment-code' })),
  {
    ...ofLearner('code-question', () => ({
      ...own({ ...handedOver, hasCode: true }),
      delivery: 'enrolment-code',
    })),
    async act(page) {
      await page.getByRole('button', { name: /^Show my code/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  (() => {
    const screen = ofLearner('code', () => ({
      ...own({ ...handedOver, hasCode: true }),
      delivery: 'enrolment-code',
    }));
    const link = 'https://www.coursera.org/redeem';
    return {
      ...screen,
      async prepare(page: Page) {
        await screen.prepare?.(page);
        await respond(page, revealCode, 200, {
          message: 'The code.',
          data: { code: 'CRSR-7X4K-99QP-ENROL', link, redeemBy: inDays(14) },
        });
      },
      async act(page: Page) {
        await page.getByRole('button', { name: /^Show my code/ }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Show the code' }).click();
        await page.getByText('CRSR-7X4K-99QP-ENROL').waitFor();
      },
    };
  })(),
  ofLearner(
    'redeemed-question',
    () => own(handedOver),
    async (page) => {
      await page.getByRole('button', { name: /^I am enrolled/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  ),
  ofLearner('rejected', () => ({
    status: 'pending',
    paid: false,
    paidAt: null,
    review: { state: 'rejected', reason: 'The link leads to another course.', appeal: null },
  })),
  ofSponsor('being-bought', () => ({})),
  ofSponsor('proof-rejected', () => ({
    canAddProof: true,
    proofRejection: 'The receipt is of another course.',
  })),
  ofSponsor('price-question', (request) => ({
    priceChoice: {
      _id: request._id,
      given: 20_000,
      price: 26_000,
      difference: 6_000,
      fee: 5.4,
      amount: 6_005.4,
      message: 'The platform raised its price last week.',
      until: inDays(7),
    },
  })),
  ...['pending', 'processing', 'needs_attention', 'failed'].map((status) =>
    refunded(status, status === 'needs_attention' ? '/refund?token=sample' : null),
  ),
  refundPage('details', {}),
  refundPage('invalid', {}, async (page) => {
    await page.locator('form button[type=submit]').click();
    await page.locator('[aria-invalid]').first().waitFor();
  }),
  refundPage('on-its-way', { status: 'processing', needsAccount: false, banks: [] }),
  { name: 'flow-refund-bad-link', path: '/refund?token=sample', visitor: 'visitor' },
  { name: 'flow-guardian', path: '/guardian-consent?token=sample', visitor: 'visitor' },
  { name: 'flow-course-not-received', path: '/course-not-received?token=sample', visitor: 'visitor' },
  { name: 'flow-confirm-price', path: '/confirm-price?token=sample', visitor: 'visitor' },
  {
    name: 'flow-sign-up-under-18',
    path: '/user-auth#sign-up',
    visitor: 'visitor',
    act: (page) => page.getByLabel('Date of birth').fill(`${new Date().getUTCFullYear() - 15}-01-01`),
  },
  {
    name: 'flow-meeting-under-18',
    path: '/help-learner',
    visitor: 'sponsor',
    async prepare(page) {
      await patch(page, listRequests, underAge);
      await patch(page, getRequest, underAge);
    },
    act: openSponsoring,
  },
  {
    name: 'flow-meeting-unconfirmed',
    path: '/help-learner',
    visitor: 'sponsor',
    prepare: (page) =>
      respond(page, arrangeMeeting, 409, {
        message: 'Please confirm your email address first.',
        errors: { email: 'Please confirm your email address first.' },
      }),
    async act(page) {
      await openSponsoring(page);
      await page.getByRole('button', { name: /^Meet the learner/ }).click();
      await page.getByRole('dialog').getByRole('checkbox').check();
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await page.getByRole('dialog').locator('.notice').waitFor();
    },
  },
  {
    name: 'flow-report',
    path: '/report?about=request&id=00000000-0000-4000-8000-000000000001',
    visitor: 'visitor',
  },
  { name: 'flow-report-no-subject', path: '/report', visitor: 'visitor' },
  appealPage('form', {}),
  appealPage('open', { appeal: 'open' }),
  appealPage('denied', { appeal: 'denied', answer: 'The link still leads to the other course.' }),
];
