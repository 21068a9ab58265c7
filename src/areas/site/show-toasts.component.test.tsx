import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { getProfile } from '#contracts/accounts/profile.ts';
import { $toasts, dismissToast, toastError, toastSuccess } from '#src/browser/toast.ts';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { hang, render } from '#tests/support/browser/render-island.tsx';
import { requestsCopy } from '../requests/requests.copy.ts';
import { SubmittedView } from '../requests/SubmittedView.tsx';
import { showToasts } from './show-toasts.ts';

const list = document.createElement('div');
list.className = 'toasts';
showToasts(list, 'Dismiss');

/** Opens the list of messages over what is rendered, on a low screen. */
async function openToasts(width = 390) {
  await page.viewport(width, 600);
  document.body.append(list);
}

/** Returns the buttons and links that a message lies over, or that the screen no longer shows. */
function covered(names: readonly string[]): string[] {
  const parts = [...document.querySelectorAll(':is(button, a)')].filter(
    (part) => !part.closest('.toasts') && names.includes(part.getAttribute('aria-label') ?? part.textContent),
  );
  expect(parts).toHaveLength(names.length);
  return parts.flatMap((part) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    const corners = [top + 1, top + height - 1].map((y) =>
      document.elementFromPoint(left + width / 2, y)?.closest('button, a'),
    );
    return corners.every((at) => at === part) ? [] : [part.textContent];
  });
}

const paragraph = 'A sentence that takes some room in the dialog, so that it is higher than the screen. ';
const clear = () => {
  for (const { id } of $toasts.get()) dismissToast(id);
};

it('changes no style of the page before the first message', () => {
  expect(document.documentElement.style.getPropertyValue('--toasts')).toBe('');
});

it.each([1, 40])('lies over no button of a dialog with %i sentences', async (sentences) => {
  render(
    <Modal title="Withdraw the request?" onClose={() => {}}>
      <p>{paragraph.repeat(sentences)}</p>
      <button type="button" className="button" data-first>
        Yes, withdraw it
      </button>
    </Modal>,
  );
  await openToasts();
  const buttons = ['Close', 'Yes, withdraw it'];
  await expect.poll(() => covered(buttons)).toEqual([]);
  toastError('We could not withdraw the request. Please try again in a moment, or write to us.');
  toastSuccess('A second message.');
  await expect.element(page.getByText('A second message.')).toBeVisible();
  expect(covered(buttons)).toEqual([]);
  clear();
});

it('lies over no button of the view after a request was sent', async () => {
  hang(getProfile);
  render(<SubmittedView what="sent" invitationsWait={true} guardianWaits={true} needsInvoice={true} />);
  await openToasts();
  await expect.element(page.getByText(requestsCopy.success.waiting)).toBeVisible();
  document.querySelector('dialog > :first-child')?.scrollTo(0, 10_000);
  const buttons = [requestsCopy.success.home, requestsCopy.success.dashboard];
  await expect.poll(() => covered(buttons)).toEqual([]);
  toastSuccess('The mail to your guardian is on its way.');
  await expect.element(page.getByText('The mail to your guardian is on its way.')).toBeVisible();
  expect(covered(buttons)).toEqual([]);
  clear();
});

it.each([
  ['a phone', 'a form at the end of a page', 390, 40, 0],
  ['a phone', 'a form before more text', 390, 40, 40],
  ['a desktop', 'a form at the end of a page', 1280, 90, 0],
  ['a desktop', 'a form before more text', 1280, 90, 90],
] as const)('on %s, lies over nothing of %s', async (_screen, _form, width, before, after) => {
  render(
    <main>
      <p>{paragraph.repeat(before)}</p>
      <form>
        <label>
          Reason <input />
        </label>
        <button type="button" className="button">
          Decline it
        </button>
      </form>
      <p>{paragraph.repeat(after)}</p>
    </main>,
  );
  await openToasts(width);
  await page.getByLabelText('Reason').fill('The bank asks for more.');
  const form = document.querySelector('form') as HTMLFormElement;
  // As low on the screen as it can be.
  form.scrollIntoView({ block: 'end' });
  expect(form.getBoundingClientRect().bottom).toBeGreaterThan(550);
  toastError('We could not decline it. Please try again in a moment.');
  toastSuccess('A second message.');
  await expect.element(page.getByText('A second message.')).toBeVisible();
  const { top, bottom } = form.getBoundingClientRect();
  expect(top).toBeGreaterThan(0);
  expect(bottom).toBeLessThanOrEqual(list.getBoundingClientRect().top);
  clear();
  expect(getComputedStyle(document.body, '::after').height).toBe('0px');
});
