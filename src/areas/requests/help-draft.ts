import { storageKeys } from '../../browser/storage-keys.ts';
import type { HelpForm } from './help-form.ts';

/** The unsent form as it was left in this browser, without the password. */
export function readHelpDraft(): Partial<HelpForm> {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(storageKeys.helpDraft) ?? '{}');
    return draft && typeof draft === 'object' && !Array.isArray(draft) ? draft : {};
  } catch {
    return {};
  }
}

/** Keeps the form until it is sent. The platform's password never touches the storage. */
export function keepHelpDraft(form: HelpForm): void {
  const { password: _, ...account } = form.account;
  localStorage.setItem(storageKeys.helpDraft, JSON.stringify({ ...form, account }));
}

/** Forgets the draft once the request is sent. */
export function dropHelpDraft(): void {
  localStorage.removeItem(storageKeys.helpDraft);
}
