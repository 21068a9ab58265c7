import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type CaseRow, listCases, listViews, type SavedView } from '#contracts/desk/desk-inbox.ts';
import { getOperator, listOperators } from '#contracts/desk/operators.ts';
import { dayMs, hourMs } from '#contracts/durations.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { caseRow as item } from '#tests/support/browser/case-row.ts';
import { fail, hang, on, render, succeed } from '#tests/support/browser/render-island.tsx';
import { caseCopy } from '../case/case.copy.ts';
import { deskCopy } from '../desk.copy.ts';
import { Inbox } from './Inbox.tsx';
import { inboxCopy } from './inbox.copy.ts';

const copy = deskCopy.inbox;
const me = {
  id: 'me',
  fullName: 'Olu Ade',
  isLead: false,
  hasFourEyes: false,
  waiting: { approvals: 0, cases: 0 },
};

const listOf = (cases: CaseRow[], total = cases.length, page = 1): ResponseBody<typeof listCases> => ({
  message: 'Cases.',
  data: {
    cases,
    total,
    page,
    pages: Math.max(1, Math.ceil(total / 50)),
    counts: { open: total, mine: 1, unclaimed: 1, overdue: 1, byKind: { purchase: total } },
  },
});
const views = (...saved: SavedView[]) =>
  succeed(listViews, { message: 'Your views.', data: { views: saved } });

function show(cases: CaseRow[], total = cases.length): void {
  succeed(listCases, listOf(cases, total));
  succeed(getOperator, { message: 'You.', data: me });
  views();
  render(<Inbox />);
}

beforeEach(() => {
  history.replaceState(null, '', location.pathname);
  sessionStorage.clear();
});

it('a lead assigns a case from its row', async () => {
  show([{ ...item, status: 'claimed', owner: { id: 'ada', name: 'Ada Obi' } }]);
  succeed(getOperator, { message: 'You.', data: { ...me, isLead: true } });
  succeed(listOperators, { message: 'Operators.', data: [] });
  const button = page.getByRole('button', { name: `${copy.assign} ${item.about}` });
  await button.click();
  const dialog = page.getByRole('dialog', { name: item.about ?? '' });
  await expect.element(dialog.getByText(caseCopy.assign).first()).toBeVisible();
  await expect.element(dialog.getByText(caseCopy.release('Ada Obi')).first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
});

it('operators who are no leads assign nothing', async () => {
  show([item]);
  await expect.element(page.getByRole('button', { name: copy.claim })).toBeVisible();
  expect(page.getByRole('button', { name: copy.assign }).query()).toBeNull();
});

it('says that it is loading, without counts', async () => {
  hang(listCases);
  hang(getOperator);
  views();
  render(<Inbox />);
  await expect.element(page.getByText(deskCopy.loading)).toBeVisible();
  await expect.element(page.getByRole('button', { name: `– ${copy.mine}` })).toBeVisible();
});

it('says that there are no cases', async () => {
  show([]);
  await expect.element(page.getByText(copy.empty)).toBeVisible();
  expect(page.getByRole('list', { name: copy.list, exact: true }).query()).toBeNull();
});

it('shows the error, and the cases once a retry succeeds', async () => {
  fail(listCases, 503, 'The database is unavailable.');
  fail(getOperator, 503, 'The database is unavailable.');
  views();
  render(<Inbox />);
  await expect.element(page.getByText('The database is unavailable.')).toBeVisible();
  succeed(listCases, listOf([item]));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText(item.summary)).toBeVisible();
});

it('lists cases: unclaimed, own, of another operator, reported several times', async () => {
  show(
    [
      item,
      { ...item, id: 'b', summary: 'Mine', status: 'claimed', owner: { id: 'me', name: 'Olu Ade' } },
      {
        ...item,
        id: 'c',
        summary: 'Theirs',
        status: 'claimed',
        owner: { id: 'x', name: 'Ife Obi' },
        occurrences: 3,
        mayClaim: false,
      },
    ],
    60,
  );
  const rows = page.getByRole('list', { name: copy.list, exact: true }).getByRole('listitem');
  await expect.element(rows.nth(2)).toBeVisible();
  await expect.element(rows.nth(0)).toMatchTextContent(copy.unowned);
  await expect.element(rows.nth(0).getByRole('button', { name: copy.claim })).toBeVisible();
  await expect.element(rows.nth(1).getByRole('button', { name: copy.release })).toBeVisible();
  await expect.element(rows.nth(2)).toMatchTextContent('Ife Obi');
  await expect.element(rows.nth(2)).toMatchTextContent(copy.times(3));
  expect(rows.nth(2).getByRole('button').query()).toBeNull();
  await expect.element(page.getByText(inboxCopy.shown(1, 3, 60))).toBeVisible();
});

it('has no shortcuts while a field has the focus', async () => {
  show([item]);
  await expect.element(page.getByText(item.summary)).toBeVisible();
  (page.getByLabelText(copy.owner).element() as HTMLElement).focus();
  // Each would send a call that is not expected.
  await userEvent.keyboard('cn');
  expect(document.activeElement).toBe(page.getByLabelText(copy.owner).element());
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('j');
  expect(document.activeElement?.getAttribute('data-case')).toBe(item.id);
});

it('counts deadlines by the server’s time on a device whose clock is a year ahead', async () => {
  const serverMs = Date.now() - 365 * dayMs;
  const dueAt = new Date(serverMs + 15.5 * hourMs).toISOString();
  show([{ ...item, dueAt }]);
  const headers = { date: new Date(serverMs).toUTCString(), 'cache-control': 'no-store' };
  on(listCases, () => Response.json(listOf([{ ...item, dueAt }]), { headers }));
  await expect.element(page.getByText('in 15 hours')).toBeVisible();
});
