import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { actOnCases, type CaseRow, listCases, listViews } from '#contracts/desk/desk-inbox.ts';
import { getOperator, listOperators } from '#contracts/desk/operators.ts';
import { caseRow } from '#tests/support/browser/case-row.ts';
import { on, render, succeed } from '#tests/support/browser/render-island.tsx';
import { caseCopy } from '../case/case.copy.ts';
import { deskCopy } from '../desk.copy.ts';
import { Inbox } from './Inbox.tsx';
import { inboxCopy } from './inbox.copy.ts';

const copy = inboxCopy.bulk;
const item = (id: string, given: Partial<CaseRow> = {}): CaseRow => ({
  ...caseRow,
  id,
  course: `Course ${id}`,
  ...given,
});
const olu = { id: 'me', fullName: 'Olu Ade', isLead: false, hasFourEyes: false };
const colleague = {
  ...{ id: 'e2b1a7a0-0000-4000-8000-000000000000', email: 'ada@staff.example', fullName: 'Ada Obi' },
  ...{ isLead: false, createdAt: caseRow.createdAt, endedAt: null, absentUntil: null, lastSeenAt: null },
};

/** What was sent. */
const sent: unknown[] = [];

function show(cases: CaseRow[], { isLead = false } = {}): void {
  succeed(listCases, {
    message: 'Cases.',
    data: {
      ...{ cases, total: cases.length, page: 1, pages: 1 },
      counts: { open: cases.length, mine: 0, unclaimed: 1, overdue: 1, byKind: {} },
    },
  });
  succeed(getOperator, {
    message: 'You.',
    data: { ...olu, isLead, waiting: { approvals: 0, cases: 0 } },
  } as never);
  succeed(listViews, { message: 'Views.', data: { views: [] } });
  on(listOperators, () => Response.json({ message: 'Operators.', data: [colleague] }));
  render(<Inbox />);
}

/** Lets the act be done for all cases but these. */
function respond(message: string, problems: Record<string, string> = {}): void {
  on(actOnCases, (_, body) => {
    sent.push(body);
    const results = (body as { ids: string[] }).ids.map((id) => ({ id, problem: problems[id] ?? null }));
    return Response.json({ message, data: { results } });
  });
}

const box = (id: string) => page.getByRole('checkbox', { name: copy.choose(`Course ${id}`) });
const all = (count: number) => page.getByRole('checkbox', { name: copy.all(count) });
const claim = page.getByRole('button', { name: copy.claim });
const open = (label: string) => page.getByText(label, { exact: true }).first().click();

beforeEach(() => {
  history.replaceState(null, '', location.pathname);
  sessionStorage.clear();
  sent.length = 0;
});

it('chooses all open rows, and none again; acts are shown while rows are chosen', async () => {
  show([item('a'), item('b'), item('c', { status: 'closed' })]);
  await expect.element(all(2)).toBeVisible();
  expect(claim.query()).toBeNull();
  await all(2).click();
  await expect.element(box('a')).toBeChecked();
  await expect.element(box('b')).toBeChecked();
  expect(box('c').query()).toBeNull();
  await expect.element(page.getByText(copy.chosen(2))).toBeVisible();
  await box('a').click();
  expect((all(2).element() as HTMLInputElement).indeterminate).toBe(true);
  await all(2).click();
  await all(2).click();
  await expect.element(box('b')).not.toBeChecked();
  expect(claim.query()).toBeNull();
});

it('claims the chosen rows; those that were not claimed stay chosen, with the reason', async () => {
  show([item('a'), item('b'), item('c'), item('d')]);
  const taken = 'Ada Obi has already claimed this case.';
  respond('1 of 3 cases claimed.', { b: taken, d: taken });
  for (const id of ['a', 'b', 'd']) await box(id).click();
  await claim.click();
  const left = page.getByRole('alert', { name: copy.result });
  await expect.element(left).toMatchTextContent('1 of 3 cases claimed.');
  await expect.element(left.getByText(taken)).toBeVisible();
  expect(
    left
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent?.includes('Course')),
  ).toEqual([true, true]);
  expect(sent).toEqual([{ act: 'claim', ids: ['a', 'b', 'd'] }]);
  await expect.element(box('a')).not.toBeChecked();
  await expect.element(box('b')).toBeChecked();
  await expect.element(box('d')).toBeChecked();
  respond('2 cases claimed.');
  await claim.click();
  await expect.element(box('b')).not.toBeChecked();
  expect(left.query()).toBeNull();
  expect(document.activeElement?.id).toBe('case-actions');
});

it('a lead assigns the chosen rows for a reason, which stays in the form when one is left out', async () => {
  show([item('a'), item('b')], { isLead: true });
  respond('1 of 2 cases assigned.', { b: 'This case is closed: Sent.' });
  await all(2).click();
  await open(copy.assign);
  await page.getByLabelText(copy.to).selectOptions('Ada Obi');
  const reason = page.getByLabelText(caseCopy.why).first();
  await reason.fill('Ada knows it.');
  await page.getByRole('button', { name: copy.assign }).click();
  await expect.element(page.getByText('This case is closed: Sent.')).toBeVisible();
  expect(sent).toEqual([{ act: 'assign', ids: ['a', 'b'], to: colleague.id, reason: 'Ada knows it.' }]);
  await expect.element(reason).toHaveValue('Ada knows it.');
});

it('an operator who is no lead hands over', async () => {
  show([item('a')]);
  await box('a').click();
  await expect.element(page.getByText(copy.handOver, { exact: true }).first()).toBeVisible();
  expect(page.getByText(copy.assign, { exact: true }).query()).toBeNull();
});

it('closes the chosen rows as duplicates of one of them, which stays open', async () => {
  const first = 'c0ffee00-0000-4000-8000-000000000000';
  show([item(first), item('b'), item('c')]);
  respond('2 cases closed.');
  await all(3).click();
  await open(copy.close);
  await page
    .getByLabelText(copy.original)
    .selectOptions(
      `${deskCopy.kinds.purchase} · Course ${first} · Learner Lee · ${caseRow.summary} · c0ffee00`,
    );
  await page.getByRole('button', { name: copy.close }).click();
  await expect.element(box(first)).not.toBeChecked();
  expect(sent).toEqual([{ act: 'close_duplicates', ids: ['b', 'c'], original: first, reason: '' }]);
});

it('is used with the keyboard: x chooses the row, and j goes on from its box', async () => {
  show([item('a'), item('b')]);
  await expect.element(box('a')).toBeVisible();
  await userEvent.keyboard('jx');
  await expect.element(box('a')).toBeChecked();
  (box('a').element() as HTMLElement).focus();
  await userEvent.keyboard('j');
  expect(document.activeElement?.getAttribute('data-case')).toBe('b');
  await userEvent.keyboard('xx');
  await expect.element(box('b')).not.toBeChecked();
});

it('forgets the choice when the filters change', async () => {
  show([item('a')]);
  await box('a').click();
  await page.getByRole('button', { name: deskCopy.inbox.mine }).click();
  await expect.element(box('a')).not.toBeChecked();
});
