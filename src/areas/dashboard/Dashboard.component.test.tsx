import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { getDashboard, type OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { learnerReadings } from '#contracts/dashboard/learner-reading.ts';
import { fillSentence, stepNames } from '#contracts/dashboard/request-state.ts';
import { sponsorReading } from '#contracts/dashboard/sponsor-reading.ts';
import { listPledges } from '#contracts/funding/pledges.ts';
import { getUsualTimes } from '#contracts/requests/usual-times.ts';
import { proofCopy } from '#src/areas/enrolments/proof.copy.ts';
import { paidUsually } from '#src/ui/usual-time.copy.ts';
import { fail, hang, on, render, succeed } from '#tests/support/browser/render-island.tsx';
import {
  dashboardCourse,
  idOf,
  learnerDashboard as learner,
  ownRequest,
  sponsorDashboard as sponsor,
  sponsoredRequest,
} from '#tests/support/browser/view-fixtures.ts';
import { storageKeys } from '../../browser/storage.ts';
import { learnerMeetingCopy } from '../funding/meetings.copy.ts';
import { invoiceCopy } from '../purchases/purchases.copy.ts';
import { priceConfirmationCopy } from '../requests/request-actions.copy.ts';
import { waitingQuestion, whileUnpaid } from '../requests/waiting.copy.ts';
import { Dashboard } from './Dashboard.tsx';
import { dashboardCopy as copy } from './dashboard.copy.ts';
import { learnerViewCopy } from './learner-view.copy.ts';
import { sponsoredCardId } from './SponsoredCard.tsx';
import { sponsorViewCopy } from './sponsor-view.copy.ts';

const text = (words: string) => expect.element(page.getByText(words, { exact: true }).first());

it('says that it is loading', async () => {
  hang(getDashboard);
  render(<Dashboard />);
  await expect.element(page.getByRole('status')).toHaveTextContent(copy.loading);
  await expect.element(page.getByRole('heading', { level: 1, name: copy.title })).toBeInTheDocument();
});

it('loads the pledges of a sponsor beside the dashboard, not after it', async () => {
  localStorage.setItem(storageKeys.role, 'sponsor');
  hang(getDashboard);
  const called = new Promise((resolve) => {
    on(listPledges, () => {
      resolve('called');
      return Response.json({ message: 'Pledges.', data: [] });
    });
  });
  render(<Dashboard />);
  expect(await called).toBe('called');
});

it.each(['learner', 'sponsor'] as const)('shows a %s the error, and loads again on request', async (role) => {
  localStorage.setItem(storageKeys.role, role);
  fail(getDashboard, 500, '');
  succeed(listPledges, { message: 'Pledges.', data: [] });
  render(<Dashboard />);
  await expect.element(page.getByRole('alert')).toMatchTextContent(copy.failed[role]);
  succeed(getDashboard, role === 'learner' ? learner : sponsor);
  await page.getByRole('button', { name: 'Try again' }).click();
  await text((role === 'learner' ? learnerViewCopy : sponsorViewCopy).noRequests).toBeVisible();
  expect(page.getByRole('alert').query()).toBeNull();
});

beforeEach(() => succeed(getUsualTimes, { message: 'Times', data: { paidDays: null, enrolledDays: null } }));

describe('of a learner', () => {
  it('says that there are neither requests nor courses', async () => {
    succeed(getDashboard, learner);
    render(<Dashboard />);
    await text(learnerViewCopy.noRequests).toBeVisible();
    await text(learnerViewCopy.noCourses).toBeVisible();
    await expect.element(page.getByRole('link', { name: copy.learner.help }).first()).toBeVisible();
  });

  it('asks for the confirmation of an address', async () => {
    succeed(getDashboard, { ...learner, userDetails: { ...learner.userDetails, isEmailVerified: false } });
    render(<Dashboard />);
    await text(copy.unverified.learner(0)).toBeVisible();
  });

  it('says that the people invited are not written to before', async () => {
    const invites = {
      ...ownRequest,
      isPrivate: true,
      recipientEmails: ['a@people.example', 'b@people.example'],
    };
    succeed(getDashboard, {
      ...learner,
      userDetails: { ...learner.userDetails, isEmailVerified: false },
      totalRequests: 2,
      requests: [invites, { ...invites, _id: idOf(8), status: 'withdrawn' }],
    });
    render(<Dashboard />);
    await expect
      .element(page.getByText('The 2 people you invited are not written to until then.'))
      .toBeVisible();
  });

  it('says what waits for them, with a link to it', async () => {
    const request = { ...ownRequest, priceConfirmBy: '2126-01-03T10:00:00Z' };
    succeed(getDashboard, { ...learner, totalRequests: 1, requests: [request] });
    render(<Dashboard />);
    await text(copy.turn).toBeVisible();
    await text(learnerViewCopy.turns.price).toBeVisible();
    const link = page.getByRole('link', { name: 'Machine Learning', exact: true });
    await expect.element(link).toHaveAttribute('href', `#request-${request._id}`);
  });

  it('asks for no price of a request that sponsors cannot see', async () => {
    const review = { state: 'guardian' as const, reason: null, appeal: null };
    const request = { ...ownRequest, priceConfirmBy: '2126-01-03T10:00:00Z', review };
    succeed(getDashboard, { ...learner, totalRequests: 1, requests: [request] });
    render(<Dashboard />);
    await text(learnerReadings.guardian.sentence).toBeVisible();
    await text(waitingQuestion).toBeVisible();
    const words = document.body.textContent ?? '';
    for (const wrong of [copy.turn, priceConfirmationCopy.change]) expect(words).not.toContain(wrong);
  });

  it('says of a request that is not paid how long that usually takes, and on request what happens if no sponsor comes', async () => {
    succeed(getUsualTimes, { message: 'Times', data: { paidDays: 12, enrolledDays: 3 } });
    succeed(getDashboard, { ...learner, totalRequests: 1, requests: [ownRequest] });
    render(<Dashboard />);
    await text(paidUsually(12)).toBeVisible();
    await expect.element(page.getByText(whileUnpaid)).not.toBeVisible();
    await page.getByText(waitingQuestion).click();
    await text(whileUnpaid).toBeVisible();
  });

  it('shows counters, requests and courses, those being arranged apart', async () => {
    succeed(getDashboard, {
      ...learner,
      counters: { pending: 1, paid: 1, enrolled: 0, completed: 0 },
      totalRequests: 12,
      totalCourses: 2,
      courseTotals: { ...learner.courseTotals, 'being-arranged': 1, saved: 1 },
      dashboardCourses: [
        dashboardCourse,
        {
          ...dashboardCourse,
          _id: idOf(9),
          title: 'Paid for me',
          status: 'being-arranged',
          isSponsored: true,
        },
      ],
      requests: [ownRequest],
    });
    render(<Dashboard />);
    await expect.element(page.getByRole('heading', { name: 'Machine Learning' })).toBeVisible();
    await text(learnerViewCopy.arranged).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Paid for me' })).toBeVisible();
    await text(learnerViewCopy.saved).toBeVisible();
    await expect.element(page.getByRole('heading', { name: dashboardCourse.title })).toBeVisible();
    await text(copy.shownOf(1, 12)).toBeVisible();
  });

  it('shows by more than words which steps are done', async () => {
    succeed(getDashboard, { ...learner, totalRequests: 1, requests: [ownRequest] });
    render(<Dashboard />);
    await expect.element(page.getByText(stepNames.submitted)).toBeVisible();
    const steps = [...document.querySelectorAll('ol > li')];
    const marks = steps.map((step) => getComputedStyle(step, '::before').backgroundColor);
    expect(marks[0]).not.toBe(marks.at(-1));
  });
});

describe('a request whose payment goes back', () => {
  it('is neither arranged nor enrolled, and can be asked for again', async () => {
    const refunded = { ...dashboardCourse, title: 'Given back', status: 'refunded' as const };
    succeed(getDashboard, {
      ...learner,
      totalRequests: 1,
      totalCourses: 1,
      courseTotals: { ...learner.courseTotals, refunded: 1 },
      dashboardCourses: [refunded],
      requests: [{ ...ownRequest, status: 'refunded', paidAt: '2026-01-04T10:00:00Z' }],
    });
    render(<Dashboard />);
    await text(learnerReadings.refunded.sentence).toBeVisible();
    await text(learnerViewCopy.saved).toBeVisible();
    await expect.element(page.getByRole('link', { name: learnerViewCopy.askAgain })).toBeVisible();
    const words = document.body.textContent ?? '';
    for (const wrong of [learnerViewCopy.upload, learnerViewCopy.arranged, 'In Progress'])
      expect(words).not.toContain(wrong);
  });
});

describe('the invoice of a school', () => {
  const invoice = { reference: 'INV-7', payee: 'Lagos Coding School', isThere: true };
  const [expectedAt, boughtAt, handedOverAt, redeemedAt, redeemBy] = [null, null, null, null, null];
  const unbought = {
    status: 'queued' as const,
    ...{ expectedAt, boughtAt, handedOverAt, redeemedAt, redeemBy },
    ...{ payerAskedUntil: null, isDisputed: false, hasCode: false, codeSeenAt: null, notReceivedAt: null },
  };

  it.each([
    [false, 1],
    [true, 0],
  ])(
    'of a paid course whose money goes back (%s) has %i buttons that replace it',
    async (isRefunding, count) => {
      const request: OwnRequest = {
        ...ownRequest,
        status: 'paid',
        invoice,
        purchase: { ...unbought, isRefunding },
      };
      succeed(getDashboard, { ...learner, totalRequests: 1, requests: [request] });
      render(<Dashboard />);
      await expect.element(page.getByRole('button', { name: invoiceCopy.view })).toBeVisible();
      expect(page.getByRole('button', { name: invoiceCopy.replace }).elements()).toHaveLength(count);
    },
  );
});

describe('the meetings of a completed course', () => {
  it.each(['paid', 'completed'] as const)(
    'are not shown any more, nor what to know before one: %s',
    async (status) => {
      const meeting = {
        _id: idOf(7),
        status: 'accepted' as const,
        startsAt: '2126-01-03T10:00:00Z',
        endsAt: '2126-01-03T10:30:00Z',
        proposedStartsAt: null,
        roomUrl: 'https://meet.jit.si/room',
        note: null,
        sponsorName: 'Grace Hall',
        sponsorTimeZone: null,
      };
      const at = '2026-01-04T10:00:00Z';
      const isCompleted = status === 'completed';
      const dates = { paidAt: at, enrolledAt: isCompleted ? at : null, completedAt: isCompleted ? at : null };
      const request = { ...ownRequest, ...dates, status, paid: true, meetings: [meeting] };
      succeed(getDashboard, { ...learner, totalRequests: 1, requests: [request] });
      render(<Dashboard />);
      const sentence = learnerReadings[isCompleted ? 'completed' : 'buying'].sentence;
      await text(sentence).toBeVisible();
      const list = page.getByRole('list', { name: learnerMeetingCopy.label });
      if (!isCompleted) await expect.element(list).toBeVisible();
      expect(list.query() === null).toBe(isCompleted);
    },
  );
});

describe('of a sponsor', () => {
  beforeEach(() => succeed(listPledges, { message: 'Pledges.', data: [] }));

  it('says that nothing was sponsored or saved', async () => {
    succeed(getDashboard, sponsor);
    render(<Dashboard />);
    await text(sponsorViewCopy.noRequests).toBeVisible();
    await expect.element(page.getByText(sponsorViewCopy.saved.none)).toBeVisible();
  });

  it.each([
    ['can be added', { canAddProof: true }, [proofCopy.add]],
    ['is not accepted now', {}, []],
    ['is checked', { isProofFiled: true }, [proofCopy.view]],
    ['is there', { status: 'enrolled' as const, hasProof: true }, [proofCopy.view]],
  ])('offers what the call accepts when a proof %s', async (_, proof, offered) => {
    succeed(getDashboard, {
      ...sponsor,
      totalRequests: 1,
      sponsoredRequests: [{ ...sponsoredRequest, ...proof }],
    });
    render(<Dashboard />);
    await text('CL-2026-000001').toBeVisible();
    const buttons = page.getByRole('button', { name: /proof/i }).elements();
    expect(buttons.map(({ textContent }) => textContent?.replace(' Machine Learning', ''))).toEqual(offered);
  });

  it('says nothing about the rest of a course that cost what was paid', async () => {
    const rest = { to: 'fund' as const, canChange: false, minimum: 50, amount: 0, refunds: [] };
    succeed(getDashboard, {
      ...sponsor,
      totalRequests: 1,
      sponsoredRequests: [{ ...sponsoredRequest, rest }],
    });
    render(<Dashboard />);
    await text('CL-2026-000001').toBeVisible();
    const card = document.getElementById(sponsoredCardId(sponsoredRequest)) as HTMLElement;
    const isZero = ({ textContent }: Node) => textContent === '0';
    expect(
      [card, ...card.querySelectorAll('*')].flatMap(({ childNodes }) => [...childNodes]).some(isZero),
    ).toBe(false);
  });

  it('shows two payments for one request as two cards with ids of their own', async () => {
    const { payment } = sponsoredRequest;
    const failed = { ...payment, reference: 'pay-0', outcome: 'failed' as const, receiptNumber: null };
    const sponsoredRequests = [sponsoredRequest, { ...sponsoredRequest, payment: failed }];
    succeed(getDashboard, { ...sponsor, totalRequests: 2, sponsoredRequests });
    render(<Dashboard />);
    await text('CL-2026-000001').toBeVisible();
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids.filter((id) => id.startsWith('payment-')).sort()).toEqual(['payment-pay-0', 'payment-pay-1']);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says why a proof was rejected', async () => {
    const proof = { canAddProof: true, proofRejection: 'It is of another course.' };
    succeed(getDashboard, {
      ...sponsor,
      totalRequests: 1,
      sponsoredRequests: [{ ...sponsoredRequest, ...proof }],
    });
    render(<Dashboard />);
    const { sentence } = sponsorReading({ ...sponsoredRequest, ...proof });
    await text(fillSentence(sentence, { reason: proof.proofRejection })).toBeVisible();
  });

  it('asks for the decision about a higher price, and has a receipt of the difference that was paid before', async () => {
    const steps = {
      ...{
        status: 'claimed' as const,
        expectedAt: null,
        boughtAt: null,
        handedOverAt: null,
        redeemedAt: null,
      },
      ...{ redeemBy: null, payerAskedUntil: '2126-01-03T10:00:00Z', isRefunding: false, isDisputed: false },
    };
    const priceChoice = {
      ...{
        _id: idOf(6),
        given: 49,
        price: 60,
        difference: 11,
        isShortPayment: false,
        fee: 0.01,
        amount: 11.01,
      },
      ...{ message: '', until: steps.payerAskedUntil },
    };
    const added = [{ reference: 'pay-2', amount: 5, receiptNumber: 'CL-2026-000002' }];
    const { payment } = sponsoredRequest;
    succeed(getDashboard, {
      ...sponsor,
      totalRequests: 1,
      sponsoredRequests: [
        { ...sponsoredRequest, purchase: steps, priceChoice, payment: { ...payment, added } },
      ],
    });
    render(<Dashboard />);
    await text(sponsorViewCopy.turns.price).toBeVisible();
    await text('Your decision, please').toBeVisible();
    const receipts = page.getByRole('button', { name: /^Receipt/ });
    await expect.element(receipts.first()).toBeVisible();
    const names = receipts.elements().map(({ textContent }) => textContent?.replace(' Machine Learning', ''));
    expect(names).toEqual(['Receipt (PDF)', 'Receipt for the difference (PDF)']);
  });

  it('shows payments with their amount and receipt, and saved courses', async () => {
    succeed(getDashboard, {
      ...sponsor,
      totalCourses: 1,
      totalRequests: 1,
      dashboardCourses: [dashboardCourse],
      sponsoredRequests: [sponsoredRequest],
    });
    render(<Dashboard />);
    await text(sponsorViewCopy.amountLine('$49.04', '$49', '$0.04')).toBeVisible();
    await text('CL-2026-000001').toBeVisible();
    await text(sponsorViewCopy.notShared).toBeVisible();
    await expect.element(page.getByRole('heading', { name: dashboardCourse.title })).toBeVisible();
  });
});
