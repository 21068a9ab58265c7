import { loadPart } from '../../browser/load-part.ts';
import { paths } from '../../browser/paths.ts';
import { endSession } from '../../browser/session.ts';
import { siteStorage, storageKeys } from '../../browser/storage.ts';

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Wires menus built on `<details data-closes>` (disclosure navigation pattern): Escape closes and returns the focus;
 * arrow keys, Home and End move among the links; a click outside or leaving with Tab closes.
 */
export function wireDisclosures(): void {
  const all = document.querySelectorAll<HTMLDetailsElement>('details[data-closes]');
  for (const details of all) {
    details.addEventListener('keydown', (event) => onKey(details, event));
    details.addEventListener('focusout', (event) => {
      if (event.relatedTarget instanceof Node && !details.contains(event.relatedTarget)) details.open = false;
    });
  }
  document.addEventListener('click', (event) => {
    for (const details of all) {
      if (event.target instanceof Node && !details.contains(event.target)) details.open = false;
    }
  });
}

function onKey(details: HTMLDetailsElement, event: KeyboardEvent): void {
  const summary = details.querySelector('summary');
  if (event.key === 'Escape' && details.open) {
    details.open = false;
    summary?.focus();
    return;
  }
  const step = steps[event.key];
  const isOpening = event.key === 'ArrowDown' && event.target === summary;
  if (!step || !(details.open || isOpening)) return;
  event.preventDefault();
  details.open = true;
  const items = [...details.querySelectorAll<HTMLElement>('a, button')].filter(
    (item) => item.getClientRects().length > 0,
  );
  const at = items.indexOf(document.activeElement as HTMLElement);
  items[step(at, items.length)]?.focus();
}

/** Wires the Logout buttons of the navigation. The code of the API call is loaded on demand. */
export function wireLogout(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-logout]')) {
    button.addEventListener('click', async () => {
      button.disabled = true;
      try {
        const { signOut } = await loadPart(() => import('../../browser/sign-out.ts'));
        await signOut();
      } catch {
        // The script could not be loaded; delete the token anyway.
        endSession(paths.home);
      }
    });
  }
}

/** Wires the theme switch of the footer: the theme follows the system until light or dark is selected. */
export function wireThemeSwitch(): void {
  const root = document.documentElement.dataset;
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[name="theme"]')) {
    radio.checked = radio.value === (root.theme ?? '');
    radio.addEventListener('change', () => {
      if (radio.value) {
        root.theme = radio.value;
        siteStorage.write(storageKeys.theme, radio.value);
      } else {
        delete root.theme;
        siteStorage.remove(storageKeys.theme);
      }
    });
  }
}
