import type { Page } from 'playwright-core';
import { type CaseKind, caseKinds } from '#contracts/cases/cases.ts';
import { type CaseDetails, getCase } from '#contracts/desk/desk.ts';
import { listCases } from '#contracts/desk/desk-inbox.ts';
import { getReconciliation } from '#contracts/desk/desk-money.ts';
import { listQueues } from '#contracts/desk/desk-queues.ts';
import { dayMs, hourMs } from '#contracts/durations.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { runJobsAgain } from '#services/desk/actions/registry.ts';
import { appealActions, reviewActions } from '#services/desk/actions/review-actions.ts';
import { sampleSignIns } from '#services/seed/seed.ts';
import { presented } from './presented.ts';
import { proofScreens } from './proof-screens.ts';
import { patch, type Screen } from './screen.ts';

/** A screen of the desk. */
export const desk = (name: string, path: string, more: Partial<Screen> = {}): Screen => ({
  name,
  path,
  visitor: 'operator',
  ...more,
});
/** Follows the first link of a list, if there is one. */
const follow = (selector: string) => async (page: Page) => {
  const links = page.locator(selector);
  await links.first().waitFor();
  await links.first().click();
  await page.waitForURL(/[?&]id=/);
};
const enterPassword = async (page: Page) => {
  const operator = sampleSignIns().find(({ role }) => role === 'operator');
  await page.getByLabel('Email').fill(operator?.email ?? '');
  await page.getByLabel('Password', { exact: true }).fill(operator?.password ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Code').waitFor();
};

const pages: readonly Screen[] = [
  desk('no-session', '/ops', { visitor: 'visitor' }),
  desk('no-session-learner', '/ops/money', { visitor: 'learner' }),
  desk('sign-in', '/ops/sign-in', { visitor: 'visitor' }),
  desk('sign-in-wrong', '/ops/sign-in', {
    visitor: 'visitor',
    async act(page) {
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.locator('[aria-invalid]').first().waitFor();
    },
  }),
  desk('sign-in-code', '/ops/sign-in', { visitor: 'visitor', act: enterPassword }),
  desk('inbox', '/ops', { isDocumented: true, hasCalls: true }),
  desk('inbox-empty', '/ops', {
    prepare: (page) =>
      patch(page, listCases, ({ data }) => {
        data.cases = [];
        data.total = 0;
        data.counts = { open: 0, mine: 0, unclaimed: 0, overdue: 0, byKind: {} };
      }),
  }),
  desk('inbox-no-match', '/ops?kind=appeal&owner=me'),
  desk('case', '/ops', { isDocumented: true, act: follow('a[data-case]') }),
  desk('case-calls', '/ops/case?id=00000000-0000-4000-8000-000000000001', { hasCalls: true }),
  desk('approvals', '/ops/approvals', { hasCalls: true }),
  desk('money', '/ops/money', { hasCalls: true }),
  desk('payment', '/ops/money?status=approved', {
    isDocumented: true,
    act: follow('a[href*="/ops/money?id="]'),
  }),
  desk('ledger', '/ops/money?view=ledger', { hasCalls: true }),
  desk('reconciliation', '/ops/money?view=reconciliation', { hasCalls: true }),
  desk('pledges', '/ops/money?view=pledges', { hasCalls: true }),
  desk('reconciliation-differences', '/ops/money?view=reconciliation', {
    prepare: (page) => patch(page, getReconciliation, addRuns),
  }),
  desk('no-payment', '/ops/money?search=nothing+that+matches'),
  desk('catalogue', '/ops/catalogue', { hasCalls: true }),
  desk('course', '/ops/catalogue?search=python', {
    isDocumented: true,
    act: follow('a[href*="/ops/catalogue?id="]'),
  }),
  desk('dead-links', '/ops/catalogue?show=dead'),
  desk('imports', '/ops/catalogue?view=imports', { hasCalls: true }),
  desk('people', '/ops/people', { hasCalls: true }),
  desk('people-no-match', '/ops/people?search=nothing+that+matches'),
  desk('person', '/ops/people', { act: follow('a[href*="/ops/people?id="]') }),
  desk('queues', '/ops/queues', { isDocumented: true, hasCalls: true }),
  desk('queue-history', '/ops/queues', {
    isDocumented: true,
    act: (page) =>
      page.locator('#queue-history').evaluate((heading) => {
        const { top } = heading.getBoundingClientRect();
        // Below the navigation, which stays at the top.
        window.scrollBy(0, top - 90);
      }),
  }),
  desk('queue-history-table', '/ops/queues?span=day', {
    act: (page) => page.locator('details summary').first().click(),
  }),
  desk('queues-failed', '/ops/queues', {
    prepare: (page) => patch(page, listQueues, addFailures),
    act: (page) => page.getByRole('checkbox').first().check(),
  }),
  desk('queue-board', '/ops/queues/board', { act: (page) => page.getByText('payments').first().waitFor() }),
  desk('audit', '/ops/audit', { hasCalls: true }),
  desk('operators', '/ops/operators', { hasCalls: true }),
  desk('operators-form', '/ops/operators', {
    async act(page) {
      for (const summary of await page.locator('details > summary').all()) await summary.click();
    },
  }),
];

const run = {
  id: '00000000-0000-4000-8000-000000000001',
  startedAt: new Date().toISOString(),
  finishedAt: new Date().toISOString(),
  since: new Date(Date.now() - 60 * dayMs).toISOString(),
  requestedBy: 'Olu Sample',
  transactions: 128,
  recordedFees: 3,
  differences: [
    { summary: 'The provider has a refund of ₦20,018.00 that the ledger lacks.', caseId: '1' },
    { summary: 'The ledger has $49.04 for pay-7f3a, the provider $40.00.', caseId: null },
  ],
  differenceCount: 2,
  failure: null,
};

function addRuns({ data }: ResponseBody<typeof getReconciliation>): void {
  data.runs = [
    run,
    { ...run, id: `${run.id}2`, requestedBy: null, differences: [], differenceCount: 0 },
    {
      ...run,
      id: `${run.id}3`,
      differences: [],
      differenceCount: 0,
      failure: 'The provider did not respond.',
    },
  ];
}

function addFailures({ data }: { data: { failed: object[]; queues: { failed: number }[] } }): void {
  const at = new Date(Date.now() - hourMs).toISOString();
  data.failed = ['mail.deliver', 'payments.verify'].map((name, place) => ({
    id: `00000000-0000-4000-8000-00000000000${place}`,
    name,
    queue: name.split('.')[0],
    createdAt: at,
    failedAt: at,
    lastError: 'Error: connect ECONNREFUSED 127.0.0.1:2525 after five attempts, the last one 20 minutes ago',
  }));
  for (const queue of data.queues.slice(0, 2)) queue.failed = 1;
}

/** Details of a kind of case that the sample data lacks, instead of those of the case that stands in for it. */
const standIns: Partial<Record<CaseKind, (details: CaseDetails) => Partial<CaseDetails>>> = {
  appeal: () => ({
    summary: 'The learner appeals: “I have changed the link, it is the right course now.”',
    actions: presented(appealActions),
  }),
  request_review: () => ({ summary: 'A new request waits for approval.', actions: presented(reviewActions) }),
  payment_review: () => ({ summary: 'The amount differs from what was agreed.' }),
  reconciliation: () => ({
    summary: 'The provider has a refund of ₦20,018.00 that the ledger lacks.',
    purchase: null,
  }),
  job_failure: () => ({
    subject: { type: 'job', id: 'payments.verify:3q2-7w' },
    summary:
      'The job payments.verify failed three times: QueryFailedError 23514 payments_captured in services/flows/apply-settlement.ts.',
    about: null,
    request: null,
    person: null,
    purchase: null,
    payments: [],
    jobs: [
      {
        id: 'job-1',
        name: 'payments.verify',
        queue: 'payments',
        createdAt: new Date().toISOString(),
        failedAt: new Date().toISOString(),
        lastError:
          'QueryFailedError: new row for relation "payments" violates check constraint "payments_captured"',
      },
    ],
    actions: presented([runJobsAgain]),
  }),
};

/** Makes it the operator's own case. */
export const mine = (details: CaseDetails) =>
  Object.assign(details, { isMine: true, status: 'claimed', owner: { id: 'me', name: 'Sample operator' } });
const openFirst = async (page: Page) => {
  const first = page.locator('section[aria-labelledby="case-actions"] summary').first();
  await first.click();
};

/** Pages of one case of every kind, to be claimed and claimed, and of purchases in several states. */
function casesOf(caseOf: (kind: CaseKind) => string | undefined): Screen[] {
  const any = caseOf('purchase') ?? '';
  const kinds = caseKinds.flatMap((kind) => {
    const path = `/ops/case?id=${caseOf(kind) ?? any}`;
    const change = (details: CaseDetails) => {
      if (!caseOf(kind)) Object.assign(details, { kind, ...standIns[kind]?.(details) });
    };
    return [
      desk(`case-${kind}`, path, { prepare: (page) => patch(page, getCase, ({ data }) => change(data)) }),
      desk(`case-${kind}-mine`, path, {
        prepare: (page) => patch(page, getCase, ({ data }) => change(mine(data))),
        act: openFirst,
      }),
    ];
  });
  const asked = { askedUntil: new Date(Date.now() + 5 * dayMs).toISOString() };
  return [
    ...kinds,
    ...proofScreens(any),
    desk('case-price-question', `/ops/case?id=${any}`, {
      prepare: (page) =>
        patch(page, getCase, ({ data }) => {
          Object.assign(mine(data), { status: 'waiting', waitingOn: 'sponsor' });
          if (data.purchase) Object.assign(data.purchase, { status: 'queued', ...asked });
        }),
    }),
    desk('case-closed', `/ops/case?id=${any}`, {
      prepare: (page) =>
        patch(page, getCase, ({ data }) => {
          const ended = {
            outcome: 'redeemed',
            closedReason: 'The learner is enrolled.',
            closedAt: data.createdAt,
          };
          Object.assign(data, { status: 'closed', actions: [], ...ended });
        }),
      act: openFirst,
    }),
  ];
}

/** Returns the screens of the desk; `caseOf` finds the id of an open case of a kind. */
export function deskScreens(caseOf: (kind: CaseKind) => string | undefined): Screen[] {
  return [...pages, ...casesOf(caseOf)];
}
