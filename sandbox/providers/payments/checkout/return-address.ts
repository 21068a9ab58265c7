import type { Transaction } from '../transaction.ts';

const webUrl = (value: unknown): URL | null => {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url && /^https?:$/.test(url.protocol) ? url : null;
};

function cancelAction({ metadata }: Transaction): URL | null {
  const isObject = typeof metadata === 'object' && metadata !== null;
  return webUrl(isObject && 'cancel_action' in metadata ? metadata.cancel_action : null);
}

function callback({ callbackUrl, reference }: Transaction): URL | null {
  const url = webUrl(callbackUrl);
  url?.searchParams.set('trxref', reference);
  url?.searchParams.set('reference', reference);
  return url;
}

/** Returns the redirect URL after payment; null when the merchant sent no callback. */
export function paidAddress(transaction: Transaction): string | null {
  return callback(transaction)?.href ?? null;
}

/** Returns the redirect URL after cancelling: `metadata.cancel_action`, otherwise the callback. */
export function cancelAddress(transaction: Transaction): string | null {
  return (cancelAction(transaction) ?? callback(transaction))?.href ?? null;
}

/** Returns all origins that the checkout form may redirect to. */
export function returnOrigins(transaction: Transaction): string[] {
  const urls = [callback(transaction), cancelAction(transaction)];
  return [...new Set(urls.flatMap((url) => (url ? [url.origin] : [])))];
}
