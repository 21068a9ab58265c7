import type { Transaction } from './transaction.ts';

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

/** Where a payer goes who has paid; null when the merchant named no address. */
export function paidAddress(transaction: Transaction): string | null {
  return callback(transaction)?.href ?? null;
}

/** Where a payer goes who gives up: `metadata.cancel_action`, else the callback. */
export function cancelAddress(transaction: Transaction): string | null {
  return (cancelAction(transaction) ?? callback(transaction))?.href ?? null;
}

/** Every origin that the checkout form may lead to. */
export function returnOrigins(transaction: Transaction): string[] {
  const urls = [callback(transaction), cancelAction(transaction)];
  return [...new Set(urls.flatMap((url) => (url ? [url.origin] : [])))];
}
