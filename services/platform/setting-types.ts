import * as z from 'zod';
import { type Currency, toMinor } from '#contracts/money.ts';

/** The values of the settings that a schema declares by name. */
export type SettingsOf<Schema extends z.ZodRawShape> = z.output<z.ZodObject<Schema>>;

/** `true` or `false`, and what people write for them. */
export const flag = z.stringbool();

/** A TCP port; the two above it are taken by providers of the sandbox. */
export const port = z.coerce.number().int().min(1).max(65_533);

/** A URL with one of the schemes. */
export const url = (...schemes: string[]) =>
  z.url({
    protocol: new RegExp(`^(${schemes.join('|')})$`),
    error: `must be a URL (${schemes.join(' or ')})`,
  });

/** How people reach us: an e-mail address, or a page. */
export const contact = z.union([z.email(), url('https')], 'must be an e-mail address or an https URL');

/** Address of a page about one transaction, with `{id}`, the provider's number of it, or `{reference}` in it. */
export const dashboardAddress = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:/.test(text) && /\{(id|reference)\}/.test(text),
    'must be a URL with {id} or {reference} in it',
  );

/** At least one item, separated by commas. */
export const list = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (text) => (typeof text === 'string' ? text.split(',').map((part) => part.trim()) : text),
    z.array(item).min(1),
  );

export const poolSize = (smallest: number) => z.coerce.number().int().min(smallest).max(1_000);

export const bucket = z.string().regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'must be the name of a bucket');

/** A setting of 32 bytes in base64. */
export const base64Key = z
  .base64()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64');

/**
 * A setting that lists keys of 32 bytes, as in `1:base64key,2:base64key`.
 *
 * @param number what the number of a key must look like.
 */
export const keyRing = (number: RegExp) =>
  z
    .string()
    .transform((text, context) => {
      const pairs = text.split(',').map((part) => part.trim().split(/:(.*)/s).slice(0, 2));
      const numbers = pairs.map(([name]) => name);
      const repeated = numbers.find((name, index) => numbers.indexOf(name) < index);
      // A malformed number may be a key, which must not be printed.
      if (numbers.some((name) => !number.test(name ?? '')))
        context.addIssue({ code: 'custom', message: 'must look like 1:base64key,2:base64key' });
      else if (repeated) context.addIssue({ code: 'custom', message: `lists key ${repeated} twice` });
      return Object.fromEntries(pairs);
    })
    .pipe(z.record(z.string(), base64Key));

/** Returns the number of the key that encrypts: the chosen one, or else the highest. */
export const encryptingVersion = (keys: Readonly<Record<string, string>>, chosen?: number): string =>
  String(chosen ?? Math.max(...Object.keys(keys).map(Number)));

/** About 100,000 NGN (decisions section 11) in each currency that is charged, at rates of November 2026. */
const defaultLimits: Record<Currency, number> = { NGN: 100_000, USD: 65, GBP: 50 };

const problem = 'must be currencies with amounts, such as NGN:100000,USD:65';

/** Amounts in minor units by currency, from a text such as `NGN:100000,USD:65`. */
export const approvalLimits = z
  .string()
  .regex(/^\s*[A-Z]{3}:\d+(\.\d{1,2})?\s*(,\s*[A-Z]{3}:\d+(\.\d{1,2})?\s*)*$/, problem)
  .transform(toLimits)
  .prefault(
    Object.entries(defaultLimits)
      .map((limit) => limit.join(':'))
      .join(','),
  );

function toLimits(text: string): Record<string, number> {
  const limits = text.split(',').map((part) => part.trim().split(':'));
  return Object.fromEntries(limits.map(([currency, major]) => [currency, toMinor(Number(major))]));
}

const SHORTEST = 5;
/** Names from this length on may differ in two places. */
const LONG = 8;

/**
 * Finds names within edit distance 1 of a known name (2 for names of 8 or more characters), where swapping two
 * neighbouring characters counts as one edit. A known name that is itself in `names` is not suggested.
 */
export function findMisspelled(
  names: readonly string[],
  known: readonly string[],
): { name: string; meant: string }[] {
  const missing = known.filter((setting) => !names.includes(setting));
  return names
    .filter((name) => name.length >= SHORTEST && !known.includes(name))
    .flatMap((name) => {
      const limit = name.length >= LONG ? 2 : 1;
      const meant = missing.find((setting) => editDistance(name, setting) <= limit);
      return meant === undefined ? [] : [{ name, meant }];
    });
}

// Optimal string alignment distance: Levenshtein with transpositions.
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const cheapest = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (isSame ? 0 : 1));
      row.push(isSwap ? Math.min(cheapest, at(i - 2, j - 2) + 1) : cheapest);
    }
  }
  return at(a.length, b.length);
}
