import { tabStorage } from '../../../browser/storage.ts';
import { storageKeys } from '../../../browser/storage-keys.ts';

/** A sign-in by redirect that this tab started. */
export interface GoogleAttempt {
  /** The page to open after sign-in. */
  next: string;
  startedAt: number;
}

const lifetimeMs = 30 * 60_000;

/** Stores an attempt before the redirect to Google; `next` is the page to open after sign-in. */
export function startGoogleAttempt(next: string): GoogleAttempt {
  const attempt = { next, startedAt: Date.now() };
  tabStorage.write(storageKeys.googleAttempt, JSON.stringify(attempt));
  return attempt;
}

/**
 * Removes and returns the attempt of this tab, if it is recent. A return without one is rejected, because a
 * crafted link could sign the visitor in to the sender's account (login CSRF).
 */
export function consumeGoogleAttempt(): GoogleAttempt | undefined {
  const kept = tabStorage.read(storageKeys.googleAttempt);
  tabStorage.remove(storageKeys.googleAttempt);
  try {
    const attempt = JSON.parse(kept ?? 'null') as GoogleAttempt | null;
    return attempt && Date.now() - attempt.startedAt < lifetimeMs ? attempt : undefined;
  } catch {
    return undefined;
  }
}
