import type { Appealed } from '#contracts/safety/appeals.ts';
import { consumeLinkToken } from '../../browser/link-token.ts';
import { loadPart } from '../../browser/load-part.ts';
import { wireForm } from '../../ui/fields/wire-form.ts';
import { appealCopy as copy } from './appeal.copy.ts';

/** Shows the decision that the page's address names, and attaches the submit handler to the form for the appeal. */
export function wireAppeal(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-appeal]');
  const fields = form?.querySelector<HTMLElement>('[data-fields]');
  const button = form?.querySelector<HTMLButtonElement>('button[type="submit"]');
  if (!form || !fields || !button) return;
  const query = new URLSearchParams(location.search);
  const request = query.get('request') ?? undefined;
  const token = consumeLinkToken() || undefined;
  const show = (text: string, quote = '') => {
    const place = form.querySelector('[data-text]');
    const quoted = form.querySelector<HTMLElement>('[data-quote]');
    if (place) place.textContent = text;
    if (quoted) quoted.textContent = quote;
    quoted?.toggleAttribute('hidden', !quote);
  };
  const close = (isClosed: boolean) => {
    fields.hidden = isClosed;
    button.hidden = isClosed;
  };
  const load = async () => {
    try {
      const { loadDecision } = await loadPart(() => import('./appeal-call.ts'));
      const answer = await loadDecision({ request, token });
      if (typeof answer === 'string') show(answer);
      else {
        show(...sentenceOf(answer));
        close(answer.appeal !== null);
      }
    } catch {
      show(copy.failed);
    }
  };
  wireForm(form, {
    check: ({ text }) => (text?.trim() ? {} : { text: copy.textMissing }),
    send: async ({ text = '' }) => {
      const { sendAppeal } = await loadPart(() => import('./appeal-call.ts'));
      return sendAppeal({ request, token, text });
    },
    failed: copy.failed,
    onDone: () => close(true),
  });
  // oxlint-disable-next-line typescript/no-floating-promises -- it shows its errors
  if (request || token) void load();
  else show(copy.noTarget);
}

function sentenceOf({ about, courseTitle, reason, appeal, answer, expectedAt }: Appealed): [string, string] {
  if (appeal) return [`${copy.states[appeal]}${expectedAt ? copy.expected(expectedAt) : ''}`, answer ?? ''];
  return [about === 'account' ? copy.account : copy.request(courseTitle ?? ''), reason];
}
