import { $toasts, dismissToast, pauseToasts, resumeToasts, type Toast } from '../../browser/toast.ts';

/** Renders toasts into the list of the layout, which is a polite live region. */
export function showToasts(list: HTMLElement, dismissLabel: string): void {
  const shown = new Map<number, HTMLElement>();
  let used: Element | null = null;
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && !list.contains(target)) used = target;
  });
  list.addEventListener('pointerenter', pauseToasts);
  list.addEventListener('pointerleave', resumeToasts);
  list.addEventListener('focusin', pauseToasts);
  list.addEventListener('focusout', resumeToasts);
  $toasts.subscribe((toasts) => {
    for (const [id, item] of shown) {
      if (toasts.some((toast) => toast.id === id)) continue;
      item.remove();
      shown.delete(id);
      // A removed element fires no `pointerleave` or `focusout`.
      if (!list.matches(':hover, :focus-within')) resumeToasts();
    }
    for (const toast of toasts) {
      if (shown.has(toast.id)) continue;
      const item = draw(toast, dismissLabel);
      shown.set(toast.id, item);
      append(list, item);
    }
    reserveRoom(list);
    if (toasts.length > 0 && used && isInPage(list)) uncover(used, list);
  });
}

/** Between the messages and what is above them. */
const gapPx = 8;
const isInPage = (list: HTMLElement) => list.parentElement === document.body;

/** Outside dialogs the messages lie over the end of the screen; the page can be scrolled until its end is above them. */
function reserveRoom(list: HTMLElement): void {
  const { style } = document.documentElement;
  const isOverPage = isInPage(list) && list.childElementCount > 0;
  // Set only where there are messages: a property of the root makes the browser compute the style of every element again.
  if (isOverPage)
    style.setProperty('--toasts', `${Math.ceil(innerHeight - list.getBoundingClientRect().top) + gapPx}px`);
  else style.removeProperty('--toasts');
}

/** Scrolls the form that was used last above the messages, if it is on the screen, as far as what was used stays below the head. */
function uncover(used: Element, list: HTMLElement): void {
  const form = used.closest('form') ?? used;
  const { top, bottom } = form.getBoundingClientRect();
  if (!form.isConnected || top > innerHeight) return;
  const head = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const lowest = list.getBoundingClientRect().top - gapPx;
  scrollBy(0, Math.max(0, Math.min(bottom - lowest, used.getBoundingClientRect().top - head)));
}

/**
 * An open modal dialog makes the rest of the page inert, so the toasts move into it until it closes, below its body. What the body
 * shows at its end, mostly its buttons, stays in view, and so does the element with the focus.
 */
function append(list: HTMLElement, item: HTMLElement): void {
  bringForward(list);
  const body = list.closest('dialog') && list.previousElementSibling;
  const heightBefore = body?.clientHeight ?? 0;
  list.append(item);
  if (!body) return;
  body.scrollTop += heightBefore - body.clientHeight;
  if (body.contains(document.activeElement)) document.activeElement?.scrollIntoView({ block: 'nearest' });
}

function bringForward(list: HTMLElement): void {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const host = dialog ?? document.body;
  if (list.parentElement === host) return;
  host.append(list);
  if (!dialog) return;
  const observer = new MutationObserver(() => {
    if (dialog.isConnected) return;
    observer.disconnect();
    if (!list.isConnected) document.body.append(list);
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

function draw(toast: Toast, dismissLabel: string): HTMLElement {
  const item = document.createElement('div');
  item.className = `toast toast-${toast.kind}`;
  const text = document.createElement('p');
  text.textContent = toast.text;
  const dismiss = document.createElement('button');
  dismiss.type = 'button';
  dismiss.className = 'icon-button';
  dismiss.ariaLabel = dismissLabel;
  dismiss.textContent = '✕';
  dismiss.addEventListener('click', () => dismissToast(toast.id));
  item.append(text, dismiss);
  return item;
}
