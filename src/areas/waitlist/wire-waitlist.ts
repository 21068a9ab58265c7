import { loadPart } from '../../browser/load-part.ts';
import { looksLikeEmail, wireForm } from '../../ui/fields/wire-form.ts';
import { waitlistCopy as copy } from './waitlist.copy.ts';

/**
 * Attaches the submit handler to the waitlist form and preselects the interest named in the page's address.
 */
export function wireWaitlist(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-waitlist]');
  if (!form) return;
  const preselected = new URLSearchParams(location.search).get('wish');
  for (const radio of form.querySelectorAll<HTMLInputElement>('input[name="wish"]'))
    if (radio.value === preselected) radio.checked = true;
  wireForm(form, {
    check: ({ wish, email }) => ({
      ...(wish ? {} : { wish: copy.interestMissing }),
      ...(!email?.trim() || looksLikeEmail(email) ? {} : { email: copy.invalid }),
    }),
    send: async (values) => {
      const { submitWaitlist } = await loadPart(() => import('./waitlist-call.ts'));
      return submitWaitlist(values);
    },
    failed: copy.failed,
  });
}
