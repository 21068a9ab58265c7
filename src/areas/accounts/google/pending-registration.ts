import { type PendingRegistration, PendingRegistrationSchema } from '#contracts/google.ts';
import { storageKeys } from '../../../browser/storage-keys.ts';

/** What a newcomer has filled in so far. */
export interface RegistrationInput {
  phoneNumber: string;
  country: string;
  gender: string;
  role: string;
}

/** Somebody from Google who is completing the registration. */
export interface StoredRegistration {
  newcomer: PendingRegistration;
  typed: Partial<RegistrationInput>;
}

/** As long as the ticket is good (see the contract of Google sign-in). */
const lifetimeMs = 30 * 60_000;

/** Keeps what Google said, until the registration is complete or the ticket has run out. */
export function storeRegistration(newcomer: PendingRegistration): void {
  const before = read();
  const typed = before?.newcomer.email === newcomer.email ? before.typed : {};
  write({ newcomer, typed, until: Date.now() + lifetimeMs });
}

/** Keeps what was typed beside it, no longer than the rest. */
export function storeRegistrationInput(typed: RegistrationInput): void {
  const kept = read();
  if (kept) write({ ...kept, typed });
}

/** The newcomer of this browser, unless there is none or the ticket has run out: then nothing stays behind. */
export function readRegistration(): StoredRegistration | undefined {
  const kept = read();
  if (!kept) clearRegistration();
  return kept;
}

/** Forgets the newcomer. */
export function clearRegistration(): void {
  localStorage.removeItem(storageKeys.newcomer);
}

interface Stored extends StoredRegistration {
  until: number;
}

function read(): Stored | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKeys.newcomer) ?? 'null') as Partial<Stored> | null;
    const newcomer = PendingRegistrationSchema.safeParse(stored?.newcomer);
    const until = stored?.until ?? 0;
    if (!newcomer.success || Date.now() >= until) return undefined;
    return { newcomer: newcomer.data, typed: stored?.typed ?? {}, until };
  } catch {
    return undefined;
  }
}

function write(stored: Stored): void {
  localStorage.setItem(storageKeys.newcomer, JSON.stringify(stored));
}
