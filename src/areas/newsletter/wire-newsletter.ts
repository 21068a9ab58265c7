import { loadPart } from '../../browser/load-part.ts';
import { looksLikeEmail } from '../../browser/looks-like-email.ts';
import { wireForm } from '../../ui/fields/wire-form.ts';
import { newsletterCopy as copy } from './newsletter.copy.ts';

/** Attaches the submit handler to the newsletter form. The API client is loaded on submit. */
export function wireNewsletter(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-newsletter]');
  if (!form) return;
  wireForm(form, {
    check: ({ email = '' }) => (looksLikeEmail(email) ? {} : { email: copy.invalid }),
    send: async ({ email = '' }) => {
      try {
        const { subscribe } = await loadPart(() => import('./newsletter-calls.ts'));
        return await subscribe(email);
      } catch {
        return { isDone: false, message: copy.failed };
      }
    },
  });
}
