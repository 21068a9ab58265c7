import { siteStorage } from '../../browser/storage.ts';
import { storageKeys } from '../../browser/storage-keys.ts';

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
