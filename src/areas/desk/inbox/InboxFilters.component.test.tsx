import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  type CaseRow,
  deleteView,
  listCases,
  listViews,
  type SavedView,
  saveView,
  takeNextCase,
} from '#contracts/desk/desk-inbox.ts';
import { getOperator } from '#contracts/desk/operators.ts';
import { formatMinor } from '#contracts/money.ts';
import { caseRow } from '#tests/support/browser/case-row.ts';
import { on, render, succeed } from '#tests/support/browser/render-island.tsx';
import { caseCopy } from '../case/case.copy.ts';
import { deskCopy } from '../desk.copy.ts';
import { Inbox } from './Inbox.tsx';
import { inboxCopy } from './inbox.copy.ts';
import { storeOpened, storePlace } from './inbox-place.ts';

const copy = deskCopy.inbox;
let queries: string[];

beforeEach(() => {
  sessionStorage.clear();
  queries = [];
});

/** Shows the inbox at this query of the address. */
function show({ search = '', cases = [caseRow], pages = 1, views = [] as SavedView[] }): void {
  history.replaceState(null, '', `${location.pathname}${search}`);
  const counts = { open: 1, mine: 0, unclaimed: 1, overdue: 0, byKind: { refund: 3 } };
  on(listCases, ({ searchParams }) => {
    queries.push(`${searchParams}`);
    const page = Number(searchParams.get('page') ?? 1);
    return Response.json({ message: '', data: { cases, total: pages * 50, page, pages, counts } });
  });
  const me = { id: 'me', fullName: 'Olu', isLead: false, hasFourEyes: true };
  succeed(getOperator, { message: '', data: { ...me, waiting: { approvals: 0, cases: 0 } } });
  succeed(listViews, { message: '', data: { views } });
  render(<Inbox />);
}

it('a row says learner, amount, stage, whom it waits for and since when, and its owner', async () => {
  const waiting: Partial<CaseRow> = { status: 'waiting', waitingOn: 'sponsor', stage: 'claimed' };
  show({ cases: [{ ...caseRow, ...waiting, owner: { id: 'x', name: 'Ife Obi' }, mayClaim: false }] });
  const row = page.getByRole('list', { name: copy.list, exact: true }).getByRole('listitem');
  for (const text of [
    'Learner Lee',
    'Machine Learning',
    formatMinor(2_000_000, 'NGN'),
    caseCopy.purchaseStatuses.claimed,
    copy.waitsFor(deskCopy.parties.sponsor),
    inboxCopy.since,
    'Ife Obi',
  ])
    await expect.element(row).toMatchTextContent(text);
});

it('an unclaimed case that the operator may not claim has no button for it', async () => {
  show({ cases: [{ ...caseRow, mayClaim: false }] });
  await expect.element(page.getByText(copy.unowned).last()).toBeVisible();
  expect(page.getByRole('button', { name: `${copy.claim} ${caseRow.course}` }).query()).toBeNull();
});

it('filters and order combine, stand in the address, and lead to the first page', async () => {
  show({ search: '?page=3', pages: 4 });
  await page.getByText(inboxCopy.kinds([])).click();
  await page.getByRole('checkbox', { name: `${deskCopy.kinds.refund} (3)` }).click();
  await page.getByRole('checkbox', { name: deskCopy.kinds.dispute }).click();
  await page.getByLabelText(copy.owner).selectOptions(copy.owners.me);
  await page.getByLabelText(inboxCopy.waiting).selectOptions(inboxCopy.waits.approval);
  await page.getByLabelText(inboxCopy.order).selectOptions(inboxCopy.orders.amount);
  const expected = { kind: 'refund,dispute', owner: 'me', waiting: 'approval', order: 'amount' };
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual(expected);
  await expect.poll(() => Object.fromEntries(new URLSearchParams(queries.at(-1)))).toMatchObject(expected);
});

it('each page of the inbox is a link, and the address has the present one', async () => {
  show({ pages: 10, search: '?owner=me' });
  const last = page.getByRole('link', { name: 'Page 10' });
  await expect.element(last).toBeVisible();
  expect(last.element().getAttribute('href')).toContain('owner=me&page=10');
  await last.click();
  expect(location.search).toBe('?owner=me&page=10');
  await expect.element(page.getByText(inboxCopy.shown(451, 451, 500))).toBeVisible();
});

it('comes back to the row of the case that was opened', async () => {
  const cases = ['a', 'b', 'c'].map((id) => ({ ...caseRow, id }));
  storePlace({ search: '?owner=me', ids: ['a', 'b', 'c'], opened: null });
  storeOpened('b');
  show({ search: '?owner=me', cases });
  await expect.poll(() => document.activeElement?.getAttribute('data-case')).toBe('b');
  await userEvent.keyboard('j');
  expect(document.activeElement?.getAttribute('data-case')).toBe('c');
});

it('the next case is one of the present filters', async () => {
  let sent: unknown;
  on(takeNextCase, (_, body) => {
    sent = body;
    return Response.json({ message: 'None is left.', data: { id: null } });
  });
  show({ search: '?kind=refund%2Cdispute&age=overdue&page=2' });
  await expect.element(page.getByText('Learner Lee', { exact: false })).toBeVisible();
  await userEvent.keyboard('n');
  await expect.poll(() => sent).toMatchObject({ kind: 'refund,dispute', age: 'overdue' });
});

it('filters are saved as a view under a name, which is a link, and deleted', async () => {
  show({
    search: '?kind=refund&owner=me&page=2',
    views: [{ id: 'v', name: 'Disputes', query: 'kind=dispute' }],
  });
  const views = page.getByRole('region', { name: inboxCopy.views.label });
  const link = views.getByRole('link', { name: 'Disputes' });
  await expect.element(link).toBeVisible();
  expect(link.element().getAttribute('href')).toBe('/ops?kind=dispute');

  let saved: unknown;
  on(saveView, (_, body) => {
    saved = body;
    return Response.json({ message: 'Saved.' });
  });
  await views.getByText(inboxCopy.views.save).first().click();
  await views.getByLabelText(inboxCopy.views.name).fill('My refunds');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => saved).toEqual({ name: 'My refunds', filters: { kind: 'refund', owner: 'me' } });
  await expect.element(views.getByRole('textbox')).not.toBeInTheDocument();

  let isDeleted = false;
  const path = deleteView.path.replace(':id', 'v') as '/ops/views/:id';
  on({ ...deleteView, path }, () => {
    isDeleted = true;
    return Response.json({ message: 'Deleted.' });
  });
  await views.getByRole('button', { name: inboxCopy.views.remove('Disputes') }).click();
  await expect.poll(() => isDeleted).toBe(true);
});

it('the typed name of a view stays when it is not saved', async () => {
  show({ search: '?owner=me' });
  let calls = 0;
  on(saveView, () => {
    calls += 1;
    return Response.json({ message: 'You have 20 views.' }, { status: 409 });
  });
  await page.getByText(inboxCopy.views.save).first().click();
  await page.getByLabelText(inboxCopy.views.name).fill('Mine');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => calls).toBe(1);
  await expect.element(page.getByText('You have 20 views.')).toBeVisible();
  await expect.element(page.getByLabelText(inboxCopy.views.name)).toHaveValue('Mine');
});

it('? lists the keys, and switches them off', async () => {
  show({});
  await expect.element(page.getByText('Learner Lee', { exact: false })).toBeVisible();
  await userEvent.keyboard('?');
  const keys = page.getByRole('dialog', { name: inboxCopy.keys.title });
  await expect.element(keys.getByText('Take the next case of these filters')).toBeVisible();
  await keys.getByRole('checkbox', { name: inboxCopy.keys.isOn }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(keys).not.toBeInTheDocument();
  await userEvent.keyboard('j');
  expect(document.activeElement?.getAttribute('data-case')).toBeNull();
});
