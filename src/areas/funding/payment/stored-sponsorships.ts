import { storageKeys } from '../../../browser/storage-keys.ts';

/** A sponsorship that was begun in this browser. */
export interface StoredSponsorship {
  requestId: string;
  /** Whether "Stay Anonymous" was chosen; absent when this browser does not know. */
  isAnonymous?: boolean;
  /** The payment's reference, once a payment was started. */
  reference?: string;
}

const kept = 10;

/** Remembers the request that is being sponsored; the newest comes first, one entry a request. */
export function storeSponsorship(begun: StoredSponsorship): void {
  const others = readAll().filter((entry) => entry.requestId !== begun.requestId);
  localStorage.setItem(storageKeys.sponsoring, JSON.stringify([begun, ...others].slice(0, kept)));
}

/** Forgets whether to stay anonymous with a request, and keeps the payment that was begun. */
export function clearAnonymityChoice(requestId: string): void {
  const begun = readSponsorship(requestId);
  if (begun) storeSponsorship({ requestId, ...(begun.reference && { reference: begun.reference }) });
}

/** What is known about a request that was chosen here. */
export function readSponsorship(requestId: string): StoredSponsorship | undefined {
  return readAll().find((entry) => entry.requestId === requestId);
}

/** The sponsorship that a payment belongs to: two tabs may be paying two requests, so the reference decides. */
export function findSponsorshipByReference(reference: string): StoredSponsorship | undefined {
  return readAll().find((entry) => entry.reference === reference);
}

function readAll(): StoredSponsorship[] {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(storageKeys.sponsoring) ?? '[]');
    return Array.isArray(parsed) ? parsed.filter((entry) => typeof entry?.requestId === 'string') : [];
  } catch {
    return [];
  }
}
