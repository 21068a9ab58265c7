import type { PendingRegistration } from '#contracts/accounts/google.ts';
import { minuteMs } from '#contracts/durations.ts';
import { safePage } from '../../../browser/paths.ts';
import { endWithBrowser, siteStorage, storageKeys, tabStorage } from '../../../browser/storage.ts';

/** Lifetime of an attempt, and of the ticket of a registration (see the contract of Google sign-in). */
const lifetimeMs = 30 * minuteMs;

/** Stores an attempt before the redirect to Google; `next` is the page to open after sign-in, `isKept` as in `startSession`. */
export function startGoogleAttempt(next: string, isKept: boolean) {
  const attempt = { next, isKept, startedAt: Date.now() };
  tabStorage.write(storageKeys.googleAttempt, JSON.stringify(attempt));
  return attempt;
}

/**
 * Removes and returns the attempt of this tab, if it is recent. A return without one is rejected, because a
 * crafted link could sign the visitor in to the sender's account (login CSRF).
 */
export function consumeGoogleAttempt() {
  const kept = tabStorage.read(storageKeys.googleAttempt);
  tabStorage.remove(storageKeys.googleAttempt);
  try {
    const attempt = JSON.parse(kept ?? 'null') as ReturnType<typeof startGoogleAttempt> | null;
    return attempt && Date.now() - attempt.startedAt < lifetimeMs ? attempt : undefined;
  } catch {
    return undefined;
  }
}

type RegistrationInput = Record<'phoneNumber' | 'country' | 'gender' | 'role', string>;

/** A registration started with Google and not completed yet. */
export interface StoredRegistration {
  newcomer: PendingRegistration;
  typed: Partial<RegistrationInput>;
  /** Page of this site to open when the registration is complete. */
  next: string;
  /** Whether the session that it begins is kept. */
  isKept: boolean;
  /** When the ticket expires, in milliseconds since the epoch. */
  until: number;
}

/**
 * Returns whether a value from an address or from storage has the fields of a pending registration. Not by the contract's schema, because
 * sign-in is shown before anything is typed, and zod is 10 kB.
 */
export function isPendingRegistration(value: unknown): value is PendingRegistration {
  if (typeof value !== 'object' || value === null) return false;
  const { fullName, email, googleId, profilePictureUrl } = value as Record<string, unknown>;
  return [fullName, email, googleId, profilePictureUrl ?? ''].every((text) => typeof text === 'string');
}

/**
 * Stores the identity from Google until the registration is complete or the ticket has expired. One whose session is not
 * kept ends with the browser as well.
 */
export function storeRegistration(
  newcomer: PendingRegistration,
  { next, isKept }: Pick<StoredRegistration, 'next' | 'isKept'>,
): void {
  const before = readRegistration();
  const typed = before?.newcomer.email === newcomer.email ? before.typed : {};
  if (!isKept) endWithBrowser();
  write({ newcomer, typed, next, isKept, until: Date.now() + lifetimeMs });
}

/** Stores the form input with the registration; the expiry stays the same. */
export function storeRegistrationInput(typed: RegistrationInput): void {
  const kept = readRegistration();
  if (kept) write({ ...kept, typed });
}

/** Returns the stored registration; removes it when the ticket has expired. */
export function readRegistration(): StoredRegistration | undefined {
  try {
    const text = siteStorage.read(storageKeys.newcomer) ?? 'null';
    const {
      typed = {},
      next,
      isKept = true,
      until = 0,
      ...stored
    } = JSON.parse(text) as Partial<StoredRegistration>;
    const { newcomer } = stored;
    if (isPendingRegistration(newcomer) && Date.now() < until) {
      return { newcomer, typed, next: safePage(next, location.origin), isKept, until };
    }
  } catch {
    // Nothing is stored, or not by this version.
  }
  siteStorage.remove(storageKeys.newcomer);
  return undefined;
}

function write(registration: StoredRegistration): void {
  siteStorage.write(storageKeys.newcomer, JSON.stringify(registration));
}
