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

/** Makes room for messages on a small phone, over what is rendered. */
async function openToasts() {
  await page.viewport(390, 600);
  document.body.append(list);
}

/** Returns the buttons and links of the dialog that a message lies over, or that its end no longer shows. */
function covered(names: readonly string[]): string[] {
  const parts = [...document.querySelectorAll('dialog :is(button, a)')].filter(
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
