import { storageKeys } from '../../../browser/storage-keys.ts';

/** A sign-in at Google, without a popup, that this tab has begun. */
export interface GoogleAttempt {
  /** The page to go on to. */
  next: string;
  startedAt: number;
}

const lifetimeMs = 30 * 60_000;

/** Begins an attempt that leaves this page and comes back to this tab; `next` is the page to go on to. */
export function startGoogleAttempt(next: string): GoogleAttempt {
  const attempt = { next, startedAt: Date.now() };
  sessionStorage.setItem(storageKeys.googleAttempt, JSON.stringify(attempt));
  return attempt;
}

/**
 * Takes the attempt that this tab began, if it is recent. Without one, a return is not ours: somebody may have
 * sent a link that would sign the reader in to an account of the sender's.
 */
export function consumeGoogleAttempt(): GoogleAttempt | undefined {
  const kept = sessionStorage.getItem(storageKeys.googleAttempt);
  sessionStorage.removeItem(storageKeys.googleAttempt);
  try {
    const attempt = JSON.parse(kept ?? 'null') as GoogleAttempt | null;
    return attempt && Date.now() - attempt.startedAt < lifetimeMs ? attempt : undefined;
  } catch {
    return undefined;
  }
}
