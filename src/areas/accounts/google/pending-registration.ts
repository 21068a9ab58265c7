import { type PendingRegistration, PendingRegistrationSchema } from '#contracts/accounts/google.ts';
import { siteStorage } from '../../../browser/storage.ts';
import { storageKeys } from '../../../browser/storage-keys.ts';

/** The fields filled in so far. */
export interface RegistrationInput {
  phoneNumber: string;
  country: string;
  gender: string;
  role: string;
}

/** A registration started with Google and not completed yet. */
export interface StoredRegistration {
  newcomer: PendingRegistration;
  typed: Partial<RegistrationInput>;
}

/** The lifetime of the ticket (see the contract of Google sign-in). */
const lifetimeMs = 30 * 60_000;

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

interface Stored extends StoredRegistration {
  until: number;
}

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
