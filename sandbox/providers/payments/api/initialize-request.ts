import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { NewTransaction } from '../transaction.ts';
import { providerErrors } from './provider-error.ts';

/** Smallest amounts in minor units, where the provider publishes one. */
const minimumMinor: Record<string, number> = { NGN: 5_000, USD: 200 };
const providerCurrencies = ['NGN', 'USD', 'GHS', 'ZAR', 'KES', 'XOF'];

const webUrl = z.url({ protocol: /^https?$/ });

function readAmount(amount: unknown, currency: string): number {
  // "100" and 100.0 pass, 100.5 does not (payments protocol).
  const isWholeText = typeof amount === 'string' && /^-?\d+(\.0+)?$/.test(amount);
  const value = isWholeText ? Number(amount) : amount;
  if (!Number.isInteger(value)) throw providerErrors.fractionalAmount();
  const minor = value as number;
  if (!Number.isSafeInteger(minor) || minor < (minimumMinor[currency] ?? 1))
    throw providerErrors.invalidAmount();
  return minor;
}

function readCurrency(currency: unknown, strict: boolean): string {
  const accepted = strict ? providerCurrencies : [...providerCurrencies, 'GBP'];
  const value = currency ?? 'NGN';
  if (typeof value !== 'string' || !accepted.includes(value)) throw providerErrors.unsupportedCurrency();
  return value;
}

function readReference(reference: unknown): string {
  if (reference === undefined || reference === null || reference === '')
    return randomBytes(8).toString('hex');
  if (typeof reference !== 'string' || !/^[A-Za-z0-9.=-]{1,200}$/.test(reference))
    throw providerErrors.invalidParameter(
      'Transaction reference may hold letters, digits, "-", "." and "=" only',
    );
  return reference;
}

function readCallback(callback: unknown): string | null {
  if (callback === undefined || callback === null || callback === '') return null;
  const url = webUrl.safeParse(callback);
  if (!url.success) throw providerErrors.invalidParameter('"callback_url" must be a valid uri');
  return url.data;
}

/** Merchants send metadata as an object or as JSON text; both are stored as the parsed value. */
function readMetadata(metadata: unknown): unknown {
  if (typeof metadata !== 'string' || metadata === '') return metadata;
  try {
    return JSON.parse(metadata);
  } catch {
    return metadata;
  }
}

/** Checks the body of `initialize`. Throws ProviderError. `strict`: accepts only the real provider's currencies. */
export function readInitializeRequest(body: unknown, strict: boolean): NewTransaction {
  const fields = z.record(z.string(), z.unknown()).safeParse(body);
  if (!fields.success) throw providerErrors.invalidEmail();
  const { email, amount, currency, reference, callback_url, channels, metadata } = fields.data;
  const address = z.email().safeParse(email);
  if (!address.success) throw providerErrors.invalidEmail();
  const checkedCurrency = readCurrency(currency, strict);
  const parsedChannels = z.array(z.string()).safeParse(channels ?? []);
  if (!parsedChannels.success) throw providerErrors.invalidParameter('"channels" must be an array');
  return {
    email: address.data,
    currency: checkedCurrency,
    amountMinor: readAmount(amount, checkedCurrency),
    reference: readReference(reference),
    callbackUrl: readCallback(callback_url),
    channels: parsedChannels.data,
    metadata: readMetadata(metadata),
  };
}
