import { siteStorage, storageKeys } from '../../../browser/storage.ts';

/** A sponsorship that was started in this browser. */
export interface StoredSponsorship {
  requestId: string;
  /** Whether "Stay Anonymous" was chosen; undefined when unknown in this browser. */
  isAnonymous?: boolean;
  /** Reference of the payment, once one was started. */
  reference?: string;
}

const kept = 10;

/** Stores the request that is being sponsored in this browser; newest first, one entry per request. */
export function storeSponsorship(begun: StoredSponsorship): void {
  const others = readAll().filter((entry) => entry.requestId !== begun.requestId);
  siteStorage.write(storageKeys.sponsoring, JSON.stringify([begun, ...others].slice(0, kept)));
}

/** Clears the anonymity choice of a request; the payment reference stays. */
export function clearAnonymityChoice(requestId: string): void {
  const begun = readSponsorship(requestId);
  if (begun) storeSponsorship({ requestId, ...(begun.reference && { reference: begun.reference }) });
}

/** Returns the stored sponsorship of a request. */
export function readSponsorship(requestId: string): StoredSponsorship | undefined {
  return readAll().find((entry) => entry.requestId === requestId);
}

/** Returns the sponsorship of a payment. By reference, because two tabs may pay for two requests. */
export function findSponsorshipByReference(reference: string): StoredSponsorship | undefined {
  return readAll().find((entry) => entry.reference === reference);
}

function readAll(): StoredSponsorship[] {
  try {
    const parsed: unknown = JSON.parse(siteStorage.read(storageKeys.sponsoring) ?? '[]');
    return Array.isArray(parsed) ? parsed.filter((entry) => typeof entry?.requestId === 'string') : [];
  } catch {
    return [];
  }
}
