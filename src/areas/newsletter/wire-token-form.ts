import type { FormResult } from '../../browser/form-result.ts';
import { incompleteLink } from '../../browser/link-token.ts';
import { loadPart } from '../../browser/load-part.ts';
import { newsletterCopy } from './newsletter.copy.ts';

/**
 * Submits the token in the page's address when the button is pressed. Opening the page does nothing, because
 * mail scanners open every link.
 */
export function wireTokenForm(): void {
  const form = document.querySelector<HTMLElement>('[data-token-form]');
  const button = form?.querySelector('button');
  if (!form || !button) return;
  const purpose = form.dataset.tokenForm === 'confirm' ? 'confirm' : 'unsubscribe';
  const token = new URLSearchParams(location.search).get('token') ?? '';
  let isBusy = false;

  const use = async () => {
    if (isBusy) return;
    isBusy = true;
    const label = button.textContent;
    button.ariaDisabled = 'true';
    // Keep the width, so that the shorter label causes no layout shift.
    button.style.minWidth = `${button.offsetWidth}px`;
    button.textContent = newsletterCopy[purpose].busy;
    const result = await sendToken(purpose, token);
    button.ariaDisabled = null;
    button.textContent = label;
    isBusy = false;
    showResult(form, purpose, result);
  };
  button.addEventListener('click', () => void use());
}

async function sendToken(purpose: 'confirm' | 'unsubscribe', token: string): Promise<FormResult> {
  if (!token) return { isDone: false, message: incompleteLink };
  try {
    const { submitToken } = await loadPart(() => import('./newsletter-calls.ts'));
    return await submitToken(purpose, token);
  } catch {
    return { isDone: false, message: newsletterCopy.lost };
  }
}

function showResult(form: HTMLElement, purpose: 'confirm' | 'unsubscribe', result: FormResult): void {
  const copy = newsletterCopy[purpose];
  const title = form.querySelector('h1');
  const text = form.querySelector('[data-text]');
  if (title) title.textContent = result.isDone ? copy.doneTitle : copy.failedTitle;
  if (text) text.textContent = result.isDone ? copy.doneText : result.message;
  // Only a lost response can be retried; other results are final.
  const canRetry = !result.isDone && result.message === newsletterCopy.lost;
  form.querySelector('[data-ask]')?.toggleAttribute('hidden', !canRetry);
  form.querySelector('[data-after]')?.toggleAttribute('hidden', canRetry);
  // Who has just confirmed an address need not sign up again.
  const isSubscribed = result.isDone && purpose === 'confirm';
  form.querySelector('[data-again]')?.toggleAttribute('hidden', isSubscribed);
  form.querySelector('[data-listing]')?.toggleAttribute('hidden', !isSubscribed);
  title?.focus();
}
