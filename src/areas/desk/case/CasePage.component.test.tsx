import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type CaseDetails, getCase } from '#contracts/desk/desk.ts';
import { viewCase } from '#contracts/desk/desk-teamwork.ts';
import { getOperator, listOperators } from '#contracts/desk/operators.ts';
import { casePath, paymentPath, personPath } from '#src/browser/desk-paths.ts';
import { render, succeed } from '#tests/support/browser/render-island.tsx';
import { CasePage } from './CasePage.tsx';
import { caseCopy as copy, transactionCopy } from './case.copy.ts';

const at = '2026-01-01T00:00:00.000Z';
const amount = { minor: 2_001_800, currency: 'NGN' };
const act = (name: string, obstacle: string | null): CaseDetails['actions'][number] => ({
  ...{ name, label: `Act ${name}`, hint: 'What it does.', isFinal: false, fields: [], obstacle },
});
const payment = (id: string, isSubject: boolean): CaseDetails['payments'][number] => ({
  ...{ id, reference: `pay-${id}`, providerId: null, status: 'approved', isSubject, isAtProvider: true },
  ...{ payer: { id: 'u', name: 'Amaka Eze' }, payerEmail: `${id}@people.example` },
  ...{ comparison: [], recordedAt: at, reportedAt: null, refunds: [], dispute: null },
});
const request: NonNullable<CaseDetails['request']> = {
  ...{
    id: 'r',
    courseTitle: 'Weaving',
    platform: 'Coursera',
    link: 'https://courses.example',
    price: amount,
  },
  ...{ status: 'paid', delivery: 'gift-to-email', accountEmail: null, holds: [], hasPlatformLogin: false },
  ...{ invoice: null, motivation: 'To learn.', duration: 3, durationUnit: 'months', createdAt: at },
  ...{ socials: 'https://learner.example/me', audience: ['sponsors', 'visitors'] },
};
const ownCase: CaseDetails = {
  ...{ id: 'a', kind: 'reconciliation', summary: 'A difference', status: 'claimed', about: null },
  ...{
    owner: { id: 'me', name: 'Olu Ade' },
    waitingOn: null,
    waitingFor: null,
    excluded: [],
    endObstacle: null,
    appealed: null,
    outages: [],
    waitsForApproval: false,
    dueAt: at,
    createdAt: at,
  },
  ...{ occurrences: 1, subject: { type: 'reconciliation', id: 'missing_here:pos-1' }, outcome: null },
  ...{ closedReason: null, closedAt: null, isMine: true, request: null, person: null, purchase: null },
  ...{ course: null, payments: [], transaction: null, related: [], history: [], note: null, thankYou: null },
  ...{
    jobs: [],
    approvals: [],
    actions: [act('first', 'Not now.'), act('second', null), act('third', null)],
  },
};

function show(details: Partial<CaseDetails>, paymentDashboardUrl?: string): void {
  history.replaceState(null, '', '?id=a');
  succeed({ ...getCase, path: '/ops/cases/a' }, { message: 'The case.', data: { ...ownCase, ...details } });
  succeed({ ...viewCase, path: '/ops/cases/a/viewing' }, { message: 'Viewers.', data: { others: [] } });
  succeed(listOperators, { message: 'Operators.', data: [] });
  const waiting = { approvals: 0, cases: 0 };
  const me = { id: 'me', fullName: 'Olu Ade', isLead: false, hasFourEyes: false, waiting };
  succeed(getOperator, {
    message: 'You.',
    data: { ...me, ...(paymentDashboardUrl && { paymentDashboardUrl }) },
  });
  render(<CasePage />);
}

const link = (name: string) => page.getByRole('link', { name, exact: true });

it('the first act that is possible now is the next step, and the others are below it', async () => {
  show({});
  await expect.element(page.getByRole('heading', { name: copy.nextStep })).toBeVisible();
  const section = page.getByRole('region', { name: copy.actions });
  const shown = section.element().querySelectorAll('h3, summary');
  expect([...shown].slice(0, 4).map(({ textContent }) => textContent)).toEqual([
    copy.nextStep,
    'Act second',
    copy.otherActs,
    'Act first',
  ]);
});

it('a purchase that is blocked has no next step, and is not ended for that', async () => {
  show({ kind: 'purchase', actions: [act('start-buying', 'It is disputed.'), act('end-purchase', null)] });
  await expect.element(page.getByText('Act end-purchase').first()).toBeVisible();
  expect(page.getByRole('heading', { name: copy.nextStep }).elements()).toEqual([]);
});

it('both payments of a request have their payer, and the one that the case is about is marked', async () => {
  show({ request, payments: [payment('p1', false), payment('p2', true)] });
  await expect.element(link('p1@people.example')).toHaveAttribute('href', 'mailto:p1@people.example');
  await expect.element(link('pay-p2')).toHaveAttribute('href', paymentPath('p2'));
  expect(link('Amaka Eze').first().element().getAttribute('href')).toBe(personPath('u'));
  await expect.element(page.getByText(copy.thisPayment)).toBeVisible();
  expect(
    page
      .getByRole('caption')
      .elements()
      .map(({ textContent }) => textContent?.includes(copy.thisPayment)),
  ).toEqual([false, true]);
});

it('the request is shown as sponsors see it', async () => {
  show({ request });
  await expect.element(page.getByText('3 months')).toBeVisible();
  await expect.element(page.getByText('every sponsor, visitors, in a reduced form')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /learner\.example/ })).toBeVisible();
});

it('a transaction that no payment has shows who paid it, and links to the provider and to what it may belong to', async () => {
  const candidate = {
    id: 'p3',
    reference: 'pay-p3',
    status: 'abandoned' as const,
    course: 'Weaving',
    amount,
    createdAt: at,
  };
  const transaction: CaseDetails['transaction'] = {
    ...{
      id: 't',
      reference: 'pos/1',
      providerId: '41',
      amount,
      fee: null,
      payer: null,
      paidAt: at,
      decision: null,
    },
    ...{ payerEmail: 'payer@people.example', refundStatus: null, refundFailure: null },
    candidates: [{ ...candidate, payer: { id: 'u', name: 'Amaka Eze' } }],
  };
  show(
    { transaction, related: [{ id: 'b', kind: 'purchase', summary: 'To be bought', status: 'open' }] },
    'https://provider.example/t/{id}?r={reference}',
  );
  await expect.element(page.getByText('₦20,018').first()).toBeVisible();
  await expect.element(link('payer@people.example')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: copy.atProvider }))
    .toHaveAttribute('href', 'https://provider.example/t/41?r=pos%2F1');
  await expect.element(link('pay-p3')).toHaveAttribute('href', paymentPath('p3'));
  await expect.element(page.getByRole('heading', { name: transactionCopy.candidates })).toBeVisible();
  await expect.element(link('To be bought')).toHaveAttribute('href', casePath('b'));
});
