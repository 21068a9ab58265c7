import { $token, helpDraftKey } from '../../browser/session.ts';
import { siteStorage } from '../../browser/storage.ts';
import { userIdOf } from '../../browser/user-id-of.ts';
import { type HelpForm, initialHelpForm } from './help-form.ts';

// The user who opened this page; another user may sign in meanwhile in another tab.
const writer = userIdOf($token.get());
const key = writer && helpDraftKey(writer);

/** Returns the stored draft of this user, without the password; undefined when nothing was typed. */
export function readHelpDraft(): Partial<HelpForm> | undefined {
  if (!key) return undefined;
  try {
    const kept: unknown = JSON.parse(siteStorage.read(key) ?? 'null');
    if (!kept || typeof kept !== 'object' || Array.isArray(kept)) return undefined;
    const draft = initialHelpForm(kept as Partial<HelpForm>);
    return isTyped(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores the draft until it is submitted. The platform password is never stored, and nothing after sign-out, so that
 * the next user of this browser cannot read it.
 */
export function storeHelpDraft(form: HelpForm): void {
  if (!key || userIdOf($token.get()) !== writer) return;
  if (!isTyped(form)) {
    clearHelpDraft();
    return;
  }
  const { password: _, ...account } = form.account;
  siteStorage.write(key, JSON.stringify({ ...form, account }));
}

/** Deletes the draft after submission or a restart. */
export function clearHelpDraft(): void {
  if (key) siteStorage.remove(key);
}

function isTyped(form: HelpForm): boolean {
  const { link, motivation, socials, isPrivate, isPublic, course, account } = form;
  const texts = [link, motivation, socials, course.courseTitle, course.platform, course.price];
  return (
    [...texts, course.duration, account.email].some((text) => text.trim() !== '') || isPrivate || isPublic
  );
}
