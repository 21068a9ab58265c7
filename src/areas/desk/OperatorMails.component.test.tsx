import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { chooseMails, getOperator, listOperators, type OperatorMail } from '#contracts/desk/operators.ts';
import { $toasts, dismissToast } from '#src/browser/toast.ts';
import { on, render, succeed } from '#tests/support/browser/render-island.tsx';
import { deskCopy } from './desk.copy.ts';
import { Operators } from './Operators.tsx';
import { refreshDesk } from './use-desk-query.tsx';

const copy = deskCopy.operators.mails;
const operator = {
  ...{ id: 'ada', fullName: 'Ada Obi', email: 'ada@staff.example', isLead: true, isMe: true, sessions: 1 },
  ...{ lastSeenAt: null, recoveryCodesLeft: 8, endedAt: null, absentUntil: null },
};
const saved = 'Your choice is saved.';

/** Sets the mails that are stored for the signed-in lead; another operator gets all. */
function store(mails: OperatorMail[]): void {
  const other = { ...operator, id: 'olu', fullName: 'Olu Ade', email: 'olu@staff.example', isMe: false };
  const all: OperatorMail[] = ['summary', 'dispute', 'approval', 'incident'];
  succeed(listOperators, {
    message: 'The operators.',
    data: [
      { ...operator, mails },
      { ...other, mails: all },
    ],
  });
}

async function show(mails: OperatorMail[]): Promise<void> {
  store(mails);
  succeed(getOperator, {
    message: 'You.',
    data: { ...operator, hasFourEyes: true, waiting: { approvals: 0, cases: 0 } },
  });
  render(<Operators />);
  await expect.element(group).toBeVisible();
}

/** Lets calls succeed and store the mails, and returns the bodies that were sent. */
function acceptChoices(): unknown[] {
  const sent: unknown[] = [];
  on(chooseMails, (_, body) => {
    sent.push(body);
    store((body as { mails: OperatorMail[] }).mails);
    return Response.json({ message: saved });
  });
  return sent;
}

const group = page.getByRole('group', { name: copy.title });
const box = (mail: OperatorMail) => group.getByRole('checkbox', { name: copy.kinds[mail] });
const save = () => group.getByRole('button', { name: copy.save });
/** The mails whose boxes are checked. */
const chosen = () =>
  (Object.keys(copy.kinds) as OperatorMail[]).filter((mail) =>
    (box(mail).element() as HTMLInputElement).matches(':checked'),
  );
const toasts = () => $toasts.get().map(({ kind, text }) => [kind, text]);

afterEach(() => {
  for (const { id } of $toasts.get()) dismissToast(id);
});

it('shows the choice of the signed-in operator as it is stored, and of no other one, to a lead too', async () => {
  await show(['dispute', 'incident']);
  expect(chosen()).toEqual(['dispute', 'incident']);
  expect(group.elements()).toHaveLength(1);
  await expect.element(page.getByRole('listitem').filter({ has: group })).toMatchTextContent('Ada Obi');
  await expect.element(group.getByText(copy.hint)).toBeVisible();
});

it('saves the boxes that are checked, and shows the stored choice', async () => {
  await show(['summary', 'dispute']);
  const sent = acceptChoices();
  await box('incident').click();
  await box('summary').click();
  expect(sent).toEqual([]);
  await save().click();
  await expect.poll(toasts).toEqual([['success', saved]]);
  expect(sent).toEqual([{ mails: ['dispute', 'incident'] }]);
  await expect.element(save()).not.toHaveAttribute('aria-disabled');
  expect(chosen()).toEqual(['dispute', 'incident']);
  // Another tab saves another choice.
  store(['approval']);
  await refreshDesk();
  await expect.poll(chosen).toEqual(['approval']);
});

it('an operator may choose none', async () => {
  await show(['summary']);
  const sent = acceptChoices();
  await box('summary').click();
  await save().click();
  await expect.poll(() => sent).toEqual([{ mails: [] }]);
  await expect.element(save()).not.toHaveAttribute('aria-disabled');
  expect(chosen()).toEqual([]);
});

it.each([
  [
    'refused',
    () => Response.json({ message: 'Please choose again.' }, { status: 422 }),
    'Please choose again.',
  ],
  ['lost', () => Promise.reject(new TypeError('The connection was lost.')), /No response received/],
])('a choice whose save is %s stays, with the reason, and can be saved again', async (_, failure, reason) => {
  await show(['summary']);
  on(chooseMails, failure);
  await box('approval').click();
  await box('summary').click();
  await save().click();
  await expect.poll(toasts).toEqual([['error', expect.stringMatching(reason)]]);
  await expect.element(save()).not.toHaveAttribute('aria-disabled');
  expect(chosen()).toEqual(['approval']);
  const sent = acceptChoices();
  await save().click();
  await expect.poll(() => sent).toEqual([{ mails: ['approval'] }]);
});

it('a save that runs is sent once, and keeps boxes that are pressed meanwhile', async () => {
  await show(['summary']);
  const sent: unknown[] = [];
  const { promise: response, resolve } = Promise.withResolvers<Response>();
  on(chooseMails, (_, body) => {
    sent.push(body);
    return response;
  });
  await box('dispute').click();
  await save().click();
  const saving = group.getByRole('button', { name: copy.saving });
  await expect.element(saving).toHaveAttribute('aria-disabled', 'true');
  // Playwright waits for an enabled button.
  (saving.element() as HTMLElement).click();
  await box('incident').click();
  store(['summary', 'dispute']);
  resolve(Response.json({ message: saved }));
  await expect.element(save()).not.toHaveAttribute('aria-disabled');
  expect(sent).toEqual([{ mails: ['summary', 'dispute'] }]);
  expect(chosen()).toEqual(['summary', 'dispute', 'incident']);
  const later = acceptChoices();
  await save().click();
  await expect.poll(() => later).toEqual([{ mails: ['summary', 'dispute', 'incident'] }]);
});

it('is chosen and saved by the keyboard alone, which keeps the focus', async () => {
  await show([]);
  const sent = acceptChoices();
  await userEvent.keyboard('{Tab}');
  await expect.element(box('summary')).toHaveFocus();
  await userEvent.keyboard(' {Tab}{Tab}{Tab} {Tab}');
  await expect.element(save()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sent).toEqual([{ mails: ['summary', 'incident'] }]);
  await expect.element(save()).not.toHaveAttribute('aria-disabled');
  await expect.element(save()).toHaveFocus();
  expect(chosen()).toEqual(['summary', 'incident']);
});
