import { storageKeys } from '../../browser/storage-keys.ts';

/** Wires the theme switch of the footer: the theme follows the system until light or dark is selected. */
export function wireThemeSwitch(): void {
  const root = document.documentElement.dataset;
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[name="theme"]')) {
    radio.checked = radio.value === (root.theme ?? '');
    radio.addEventListener('change', () => {
      if (radio.value) {
        root.theme = radio.value;
        localStorage.setItem(storageKeys.theme, radio.value);
      } else {
        delete root.theme;
        localStorage.removeItem(storageKeys.theme);
      }
    });
  }
}
