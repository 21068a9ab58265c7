import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type CaseDetails, claimCase } from '#contracts/desk/desk.ts';
import { takeNextCase } from '#contracts/desk/desk-inbox.ts';
import { caseRow } from '#tests/support/browser/case-row.ts';
import { on, render } from '#tests/support/browser/render-island.tsx';
import { inboxCopy } from '../inbox/inbox.copy.ts';
import { readPlace, storePlace } from '../inbox/inbox-place.ts';
import { CaseNavigation } from './CaseNavigation.tsx';
import { caseCopy } from './case.copy.ts';

const search = '?kind=refund&age=overdue&page=2';

beforeEach(() => {
  sessionStorage.clear();
  storePlace({ search, ids: ['z', 'a', 'b'], opened: 'a' });
});

function show(given: Partial<CaseDetails> = {}): void {
  const { person: _, course: __, ...summary } = caseRow;
  const supportCase = { ...summary, isMine: false, ...given } as CaseDetails;
  render(<CaseNavigation id="a" supportCase={supportCase} />);
}

/** Sets the response of the next case to none, and returns what was sent. */
function expectNext(): { sent?: unknown } {
  const call: { sent?: unknown } = {};
  on(takeNextCase, (_, body) => {
    call.sent = body;
    return Response.json({ message: 'None is left.', data: { id: null } });
  });
  return call;
}

it('leads back to the filters and the page of the inbox, and to the cases beside this one', async () => {
  show();
  const hrefOf = (name: string) => page.getByRole('link', { name }).element().getAttribute('href');
  await expect.element(page.getByText(inboxCopy.place.position(2, 3))).toBeVisible();
  expect(hrefOf(caseCopy.back)).toBe(`/ops${search}`);
  expect(hrefOf(inboxCopy.place.previous)).toBe('/ops/case?id=z');
  expect(hrefOf(inboxCopy.place.next)).toBe('/ops/case?id=b');
});

it('a case that was not opened from the inbox has no neighbours', async () => {
  storePlace({ search: '', ids: [], opened: null });
  show();
  await expect.element(page.getByRole('link', { name: caseCopy.back })).toBeVisible();
  expect(page.getByRole('link', { name: inboxCopy.place.next }).query()).toBeNull();
});

it('“done, next” takes a case of the filters of the inbox, and not this one', async () => {
  const call = expectNext();
  show({ status: 'closed' });
  await page.getByRole('button', { name: inboxCopy.nextCase.done }).click();
  await expect.poll(() => call.sent).toMatchObject({ kind: 'refund', age: 'overdue', except: 'a' });
});

it.each<Partial<CaseDetails>>([
  { isMine: true, status: 'claimed', owner: { id: 'me', name: 'Olu' } },
  { status: 'open', owner: null },
])('the button of a case at work, or without an owner, does not say that it is done', async (given) => {
  show(given);
  await expect
    .element(page.getByRole('button', { name: inboxCopy.nextCase.open, exact: true }))
    .toBeVisible();
});

it('has the keys of the inbox', async () => {
  const call = expectNext();
  let isClaimed = false;
  on({ ...claimCase, path: '/ops/cases/a/claim' as '/ops/cases/:id/claim' }, () => {
    isClaimed = true;
    return Response.json({ message: 'Yours.' });
  });
  show();
  await expect.element(page.getByRole('link', { name: caseCopy.back })).toBeVisible();
  await userEvent.keyboard('c');
  await expect.poll(() => isClaimed).toBe(true);
  await userEvent.keyboard('n');
  await expect.poll(() => call.sent).toBeDefined();
  await userEvent.keyboard('?');
  const keys = page.getByRole('dialog', { name: inboxCopy.keys.title });
  await expect.element(keys.getByText('Following case of the inbox')).toBeVisible();
});

it('the first and the last case of the list stay, when a key would lead beyond', async () => {
  storePlace({ search, ids: ['a'], opened: 'a' });
  show();
  await expect.element(page.getByText(inboxCopy.place.position(1, 1))).toBeVisible();
  const path = location.href;
  await userEvent.keyboard('jk');
  expect(location.href).toBe(path);
  expect(readPlace().opened).toBe('a');
});
