import { incompleteLink } from '../../../browser/link-token.ts';
import { loadPart } from '../../../browser/load-part.ts';
import { mailCopy as copy } from './mail.copy.ts';
import type { LinkResult } from './mail-topic-calls.ts';

/**
 * Shows the topic of the link in the page's address, and switches it when its button is pressed. Opening the
 * page changes nothing, because mail scanners open every link.
 */
export function wireMailTopic(): void {
  const form = document.querySelector<HTMLElement>('[data-mail-topic]');
  const button = form?.querySelector<HTMLButtonElement>('[data-switch]');
  if (!form || !button) return;
  const token = new URLSearchParams(location.search).get('token') ?? '';
  let next: () => Promise<LinkResult> = () => read(token);
  let isBusy = false;
  // Keep the width, so that a shorter label causes no layout shift.
  button.style.minWidth = `${button.offsetWidth}px`;

  const run = async () => {
    if (isBusy) return;
    isBusy = true;
    button.ariaDisabled = 'true';
    button.textContent = copy.busy;
    const result = await next().catch((): LinkResult => ({ isDone: false, message: copy.lost }));
    button.ariaDisabled = null;
    isBusy = false;
    show(form, button, result);
    if (result.isDone) next = async () => (await loadCalls()).followLink(token, !result.isOn);
  };
  button.addEventListener('click', () => void run());
  // oxlint-disable-next-line typescript/no-floating-promises -- it shows its errors
  void run();
}

const loadCalls = () => loadPart(() => import('./mail-topic-calls.ts'));

async function read(token: string): Promise<LinkResult> {
  if (!token) return { isDone: false, message: incompleteLink };
  return (await loadCalls()).readLink(token);
}

function show(form: HTMLElement, button: HTMLButtonElement, result: LinkResult): void {
  const text = form.querySelector('[data-text]');
  const state = form.querySelector('[data-state]');
  if (!text || !state) return;
  delete button.dataset.waiting;
  if (result.isDone) {
    text.textContent = `${result.label}: ${result.hint}`;
    state.textContent = result.isOn ? copy.isOn : copy.isOff;
    button.textContent = result.isOn ? copy.switchOff : copy.switchOn;
  } else {
    text.textContent = result.message;
    state.textContent = copy.elsewhere;
    button.textContent = copy.retry;
  }
}
