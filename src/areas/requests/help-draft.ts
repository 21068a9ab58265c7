import { $token, helpDraftKey } from '../../browser/session.ts';
import { userIdOf } from '../../browser/user-id-of.ts';
import { type HelpForm, initialHelpForm } from './help-form.ts';

// Whoever opened this page: another person may sign in meanwhile, in another tab.
const writer = userIdOf($token.get());
const key = writer && helpDraftKey(writer);

/** The unsent form as its writer left it in this browser, without the password; undefined when nothing was typed. */
export function readHelpDraft(): Partial<HelpForm> | undefined {
  if (!key) return undefined;
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (!kept || typeof kept !== 'object' || Array.isArray(kept)) return undefined;
    const draft = initialHelpForm(kept as Partial<HelpForm>);
    return isTyped(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps the form for its writer until it is sent. The platform's password never touches the storage, and nothing is
 * kept of whoever has just signed out: the next person at this browser must not find it.
 */
export function storeHelpDraft(form: HelpForm): void {
  if (!key || userIdOf($token.get()) !== writer) return;
  if (!isTyped(form)) {
    clearHelpDraft();
    return;
  }
  const { password: _, ...account } = form.account;
  try {
    localStorage.setItem(key, JSON.stringify({ ...form, account }));
  } catch {
    // A full or forbidden storage must not keep anybody from asking for help.
  }
}

/** Forgets the draft once the request is sent, or when its writer starts afresh. */
export function clearHelpDraft(): void {
  if (key) localStorage.removeItem(key);
}

function isTyped(form: HelpForm): boolean {
  const { link, motivation, socials, isPrivate, isPublic, course, account } = form;
  const texts = [link, motivation, socials, course.courseTitle, course.platform, course.price];
  return (
    [...texts, course.duration, account.email].some((text) => text.trim() !== '') || isPrivate || isPublic
  );
}
