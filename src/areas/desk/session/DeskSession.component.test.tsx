import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { claimCase, noteCase } from '#contracts/desk/desk.ts';
import { dismissMention, listMentions } from '#contracts/desk/desk-teamwork.ts';
import { getOperator, signInOperator } from '#contracts/desk/operators.ts';
import { fail, on, render, succeed } from '#tests/support/browser/render-island.tsx';
import { callDesk } from '../call-desk.ts';
import { ActionForm } from '../case/ActionForm.tsx';
import { deskCopy } from '../desk.copy.ts';
import { DeskSession } from './DeskSession.tsx';
import { countApprovals } from './desk-session.ts';

const me = { id: 'me', fullName: 'Olu Ade', isLead: false, hasFourEyes: false };
const notes = { ...noteCase, path: '/ops/cases/a/notes' } as const;
const endSession = () => fail(getOperator, 404, 'There is nothing here.');
const startSession = () =>
  succeed(getOperator, { message: 'You.', data: { ...me, waiting: { approvals: 0, cases: 0 } } });

beforeEach(() => succeed(listMentions, { message: 'Mentions.', data: { mentions: [] } }));

const form = (
  <ActionForm
    action={{
      label: 'Add a note',
      hint: 'For all.',
      fields: [{ name: 'note', label: 'Note', type: 'text', isRequired: true }],
    }}
    onSubmit={({ note = '' }) => callDesk(noteCase, { params: { id: 'a' }, body: { note } })}
  />
);

async function typeNote(): Promise<void> {
  await page.getByRole('group').getByText('Add a note').first().click();
  await page.getByLabelText('Note', { exact: true }).fill('The bank called.');
}

const dialog = () => page.getByRole('dialog', { name: deskCopy.signIn.againTitle });

async function signIn(): Promise<void> {
  const { signIn: copy } = deskCopy;
  on(signInOperator, (_, body) => {
    const isSignedIn = (body as { code?: string }).code !== undefined;
    if (isSignedIn) startSession();
    return Response.json({ message: 'Yes.', data: { isSignedIn, needsNewPassword: false } });
  });
  await dialog().getByLabelText(copy.email).fill('olu@staff.example');
  await dialog().getByLabelText(copy.password, { exact: true }).fill('correct horse');
  await dialog().getByRole('button', { name: copy.next }).click();
  await dialog().getByLabelText(copy.code).fill('123456');
  await dialog().getByRole('button', { name: copy.signIn }).click();
}

it('an act without a session is sent again, with what was typed, after the operator signed in over the page', async () => {
  const sent: unknown[] = [];
  endSession();
  render(
    <>
      <DeskSession />
      {form}
    </>,
  );
  await typeNote();
  fail(notes, 404, 'There is nothing here.');
  await page.getByRole('button', { name: 'Add a note' }).click();
  await expect.element(dialog()).toBeVisible();
  on(notes, (_, body) => {
    sent.push(body);
    return Response.json({ message: 'The note is in the history.' });
  });
  await signIn();
  await expect.poll(() => sent).toEqual([{ note: 'The bank called.' }]);
  await expect.element(dialog()).not.toBeInTheDocument();
});

it('a page that was left open is covered, and Escape does not uncover it', async () => {
  endSession();
  render(<DeskSession />);
  expect(await countApprovals()).toBeUndefined();
  await expect.element(dialog()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).toBeVisible();
  expect(dialog().getByRole('button', { name: 'Close' }).query()).toBeNull();
  await signIn();
  await expect.element(dialog()).not.toBeInTheDocument();
});

it('the page is uncovered when the operator signed in in another tab', async () => {
  endSession();
  render(<DeskSession />);
  await countApprovals();
  await expect.element(dialog()).toBeVisible();
  startSession();
  window.dispatchEvent(new Event('focus'));
  await expect.element(dialog()).not.toBeInTheDocument();
});

it('a case that does not exist requires no sign-in', async () => {
  startSession();
  render(<DeskSession />);
  fail({ ...claimCase, path: '/ops/cases/b/claim' }, 404, 'There is no such case.');
  await expect(callDesk(claimCase, { params: { id: 'b' } })).rejects.toThrow('There is no such case.');
  expect(dialog().query()).toBeNull();
});

it('an attempt whose outcome is unknown has the same key before and after the sign-in', async () => {
  const keys: (string | null)[] = [];
  const fetched = vi.spyOn(globalThis, 'fetch');
  const send = () => callDesk(noteCase, { params: { id: 'a' }, body: { note: 'The bank called.' } });
  endSession();
  render(<DeskSession />);
  on(notes, () => Promise.reject(new TypeError('The connection was lost.')));
  await expect(send()).rejects.toThrow();
  fail(notes, 404, 'There is nothing here.');
  const again = send();
  await expect.element(dialog()).toBeVisible();
  succeed(notes, { message: 'The note is in the history.' });
  await signIn();
  await again;
  for (const [url, init] of fetched.mock.calls)
    if (new Request(url).url.endsWith('/notes')) keys.push(new Headers(init?.headers).get('idempotency-key'));
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

it('what was typed into a form that disappeared is kept until it is dismissed', async () => {
  startSession();
  render(
    <>
      <DeskSession />
      {form}
    </>,
  );
  await typeNote();
  render(<DeskSession />);
  const kept = page.getByRole('alert');
  await expect.element(kept).toMatchTextContent(deskCopy.keptTexts.notSent('Add a note'));
  await expect.element(kept).toMatchTextContent('The bank called.');
  await kept.getByRole('button', { name: deskCopy.keptTexts.dismiss }).click();
  await expect.element(kept).not.toBeInTheDocument();
});

it('a mention stands on every page until it is dismissed', async () => {
  const mention = {
    id: 'm',
    caseId: 'a',
    about: 'Machine Learning',
    author: 'Ada Obi',
    note: 'Do you know this school?',
    at: '2026-01-01T00:00:00.000Z',
  };
  startSession();
  succeed(listMentions, { message: 'Mentions.', data: { mentions: [mention] } });
  render(<DeskSession />);
  const shown = page.getByRole('region', { name: deskCopy.mentions.label });
  await expect.element(shown).toMatchTextContent('Ada Obi');
  await expect.element(shown).toMatchTextContent(mention.note);
  await expect
    .element(shown.getByRole('link', { name: mention.about }))
    .toHaveAttribute('href', '/ops/case?id=a');
  on({ ...dismissMention, path: '/ops/mentions/m/dismiss' }, () => {
    succeed(listMentions, { message: 'Mentions.', data: { mentions: [] } });
    return Response.json({ message: 'Dismissed.' });
  });
  await shown.getByRole('button', { name: deskCopy.mentions.dismiss }).click();
  await expect.element(shown).not.toBeInTheDocument();
});
