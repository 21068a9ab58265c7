import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type SearchGroups, type SearchKind, searchDesk } from '#contracts/desk/desk-search.ts';
import { fail, hang, on, render, succeed } from '#tests/support/browser/render-island.tsx';
import { DeskSearch } from './DeskSearch.tsx';
import { searchCopy as copy } from './search.copy.ts';

const none: SearchGroups = { person: [], payment: [], purchase: [], course: [], case: [] };
const result = (kind: SearchKind, id: string) => ({
  kind,
  id,
  title: `Title ${id}`,
  detail: `Detail ${id}`,
  href: `#${kind}-${id}`,
});
const groups = {
  ...none,
  person: [result('person', 'a'), result('person', 'b')],
  case: [result('case', 'c')],
};
const respondWith = (some: Partial<SearchGroups>) =>
  succeed(searchDesk, { message: 'Found.', data: { groups: { ...none, ...some } } });

const input = page.getByRole('combobox', { name: copy.label });
const list = page.getByRole('listbox', { name: copy.results });
const options = page.getByRole('option');
const status = page.getByRole('status');

beforeEach(() => {
  history.replaceState(null, '', location.pathname);
  render(
    <>
      <button type="button">Before</button>
      <input aria-label="Field" />
      <DeskSearch />
    </>,
  );
});
const press = (keys: string) => userEvent.keyboard(keys);
const before = page.getByRole('button', { name: 'Before' });

/** Types into the search, whose results are shown then. */
async function search(text = 'title') {
  respondWith(groups);
  await input.fill(text);
  await expect.element(options.nth(2)).toBeVisible();
}

it('shows the results by kind, and marks the first one', async () => {
  await search();
  await expect.element(input).toHaveAttribute('aria-expanded', 'true');
  const people = list.getByRole('group', { name: copy.groups.person });
  await expect.element(people.getByRole('option').nth(1)).toMatchTextContent('Title b');
  await expect.element(list.getByRole('group', { name: copy.groups.case })).toMatchTextContent('Detail c');
  expect(list.getByRole('group', { name: copy.groups.payment }).query()).toBeNull();
  await expect.element(options.nth(0)).toHaveAttribute('aria-selected', 'true');
  await expect.element(input).toHaveAttribute('aria-activedescendant', options.nth(0).element().id);
  await expect.element(status).toMatchTextContent(copy.count(3));
});

it('is reached by its key, moved through by arrows, and opens by Enter', async () => {
  await expect.element(input).toBeVisible();
  await press('/');
  await expect.element(input).toHaveFocus();
  await expect.element(input).toHaveValue('');
  respondWith(groups);
  await press('title');
  await expect.element(options.nth(2)).toBeVisible();
  await press('{ArrowDown}');
  await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await press('{ArrowUp}{ArrowUp}');
  await expect.element(options.nth(2)).toHaveAttribute('aria-selected', 'true');
  await expect.element(input).toHaveAttribute('aria-activedescendant', options.nth(2).element().id);
  await press('{ArrowDown}{ArrowDown}{Enter}');
  expect(location.hash).toBe('#person-b');
});

it('leaves its key to the field that has the focus', async () => {
  await page.getByLabelText('Field').click();
  await press('/');
  await expect.element(page.getByLabelText('Field')).toHaveValue('/');
  await expect.element(page.getByLabelText('Field')).toHaveFocus();
});

it('closes by Escape, which returns the focus to where it was', async () => {
  await expect.element(before).toBeVisible();
  (before.element() as HTMLElement).focus();
  await press('/');
  await search();
  await press('{Escape}');
  await expect.element(before).toHaveFocus();
  await expect.poll(() => list.query()).toBeNull();
  await expect.element(input).toHaveAttribute('aria-expanded', 'false');
  expect(input.element().hasAttribute('aria-activedescendant')).toBe(false);
});

it('opens a result with the mouse, and closes when the focus leaves', async () => {
  await search();
  await options.nth(2).click();
  expect(location.hash).toBe('#case-c');
  await before.click();
  await expect.poll(() => list.query()).toBeNull();
  await input.click();
  await expect.element(options.nth(0)).toBeVisible();
});

it('requires more than one character, and makes no call before', async () => {
  await input.fill(' a ');
  await expect.element(page.getByText(copy.short)).toBeVisible();
});

it('says that it searches, and then that nothing was found', async () => {
  hang(searchDesk);
  await input.fill('nothing');
  await expect.element(status).toMatchTextContent(copy.loading);
  respondWith({});
  await input.fill('nothing at all');
  await expect.element(page.getByText(copy.nothingHint)).toBeVisible();
  await expect.element(status).toMatchTextContent(copy.nothing);
  await expect.element(input).toHaveAttribute('aria-expanded', 'false');
});

it('shows an error, and searches again by mouse or Enter', async () => {
  fail(searchDesk, 503, 'The database is unavailable.');
  await input.fill('title');
  await expect.element(status).toMatchTextContent('The database is unavailable.');
  await page.getByRole('button', { name: copy.retry }).click();
  await expect.element(status).toMatchTextContent('The database is unavailable.');
  respondWith(groups);
  await press('{Enter}');
  await expect.element(options.nth(0)).toBeVisible();
});

/** Types faster than any timer: React renders after each key, and no other task runs between them. */
async function typeAtOnce(text: string) {
  const element = input.element() as HTMLInputElement;
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (let { length } = element.value; length < text.length; length += 1) {
    setValue?.call(element, text.slice(0, length + 1));
    element.dispatchEvent(new Event('input', { bubbles: true }));
    await Promise.resolve();
  }
}

it('sends one search for several keys, and drops the response to an earlier text', async () => {
  const sent: string[] = [];
  const late = Promise.withResolvers<Response>();
  on(searchDesk, ({ searchParams }) => {
    const q = searchParams.get('q') ?? '';
    sent.push(q);
    const data = { groups: { ...none, case: [result('case', q)] } };
    return q === 'first' ? late.promise : Response.json({ message: 'Found.', data });
  });
  await input.click();
  await typeAtOnce('first');
  await vi.waitFor(() => expect(sent).toEqual(['first']));
  await typeAtOnce('first and second');
  await expect.element(options.nth(0)).toMatchTextContent('Title first and second');
  const data = { groups: { ...none, case: [result('case', 'late')] } };
  late.resolve(Response.json({ message: 'Found.', data }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect.element(options.nth(0)).toMatchTextContent('Title first and second');
  expect(sent).toEqual(['first', 'first and second']);
});

it('aborts a search whose text has changed', async () => {
  const signals: AbortSignal[] = [];
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    if (signal) signals.push(signal);
    return new Promise<Response>(() => {});
  });
  await input.fill('first');
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  await input.fill('second');
  await vi.waitFor(() => expect(signals).toHaveLength(2));
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});

it('fits a narrow page', async () => {
  await page.viewport(390, 800);
  await search();
  const { left, right } = list.element().getBoundingClientRect();
  expect([left >= 0, right <= 390]).toEqual([true, true]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(options.nth(0).element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
});
