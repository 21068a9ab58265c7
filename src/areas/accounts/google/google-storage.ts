import { type PendingRegistration, PendingRegistrationSchema } from '#contracts/accounts/google.ts';
import { minuteMs } from '#contracts/durations.ts';
import { siteStorage, storageKeys, tabStorage } from '../../../browser/storage.ts';

/** Lifetime of an attempt, and of the ticket of a registration (see the contract of Google sign-in). */
const lifetimeMs = 30 * minuteMs;

/** Stores an attempt before the redirect to Google; `next` is the page to open after sign-in. */
export function startGoogleAttempt(next: string) {
  const attempt = { next, startedAt: Date.now() };
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
}

/** Stores the identity from Google until the registration is complete or the ticket has expired. */
export function storeRegistration(newcomer: PendingRegistration): void {
  const before = read();
  const typed = before?.newcomer.email === newcomer.email ? before.typed : {};
  write({ newcomer, typed, until: Date.now() + lifetimeMs });
}

/** Stores the form input with the registration; the expiry stays the same. */
export function storeRegistrationInput(typed: RegistrationInput): void {
  const kept = read();
  if (kept) write({ ...kept, typed });
}

/** Returns the stored registration; removes it when the ticket has expired. */
export function readRegistration(): StoredRegistration | undefined {
  const kept = read();
  if (!kept) clearRegistration();
  return kept;
}

/** Removes the stored registration. */
export function clearRegistration(): void {
  siteStorage.remove(storageKeys.newcomer);
}

type Stored = StoredRegistration & { until: number };

function read(): Stored | undefined {
  try {
    const stored = JSON.parse(siteStorage.read(storageKeys.newcomer) ?? 'null') as Partial<Stored> | null;
    const newcomer = PendingRegistrationSchema.safeParse(stored?.newcomer);
    const until = stored?.until ?? 0;
    if (!newcomer.success || Date.now() >= until) return undefined;
    return { newcomer: newcomer.data, typed: stored?.typed ?? {}, until };
  } catch {
    return undefined;
  }
}

function write(stored: Stored): void {
  siteStorage.write(storageKeys.newcomer, JSON.stringify(stored));
}
