import type { FormResult } from '../../browser/form-result.ts';
import { newsletterCopy } from './newsletter.copy.ts';

/**
 * Uses the token in the page's address when the button is pressed, never before: programs that look into mails
 * open every link, and must neither subscribe nor unsubscribe anybody.
 */
export function wireTokenForm(): void {
  const form = document.querySelector<HTMLElement>('[data-token-form]');
  const button = form?.querySelector('button');
  if (!form || !button) return;
  const what = form.dataset.tokenForm === 'confirm' ? 'confirm' : 'unsubscribe';
  const token = new URLSearchParams(location.search).get('token') ?? '';
  let isBusy = false;

  const use = async () => {
    if (isBusy) return;
    isBusy = true;
    const label = button.textContent;
    button.ariaDisabled = 'true';
    // The shorter label must not pull its neighbour along.
    button.style.minWidth = `${button.offsetWidth}px`;
    button.textContent = newsletterCopy[what].busy;
    const answer = await ask(what, token);
    button.ariaDisabled = null;
    button.textContent = label;
    isBusy = false;
    tell(form, what, answer);
  };
  button.addEventListener('click', () => void use());
}

async function ask(what: 'confirm' | 'unsubscribe', token: string): Promise<FormResult> {
  if (!token) return { isDone: false, message: newsletterCopy.noToken };
  try {
    const { submitToken } = await import('./newsletter-calls.ts');
    return await submitToken(what, token);
  } catch {
    return { isDone: false, message: newsletterCopy.lost };
  }
}

function tell(form: HTMLElement, what: 'confirm' | 'unsubscribe', answer: FormResult): void {
  const copy = newsletterCopy[what];
  const title = form.querySelector('h1');
  const text = form.querySelector('[data-text]');
  if (title) title.textContent = answer.isDone ? copy.doneTitle : copy.failedTitle;
  if (text) text.textContent = answer.isDone ? copy.doneText : answer.message;
  // A lost answer may be asked for again; everything else is settled.
  const mayRetry = !answer.isDone && answer.message === newsletterCopy.lost;
  form.querySelector('[data-ask]')?.toggleAttribute('hidden', !mayRetry);
  form.querySelector('[data-after]')?.toggleAttribute('hidden', mayRetry);
  title?.focus();
}
