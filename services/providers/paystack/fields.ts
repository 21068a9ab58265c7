import * as z from 'zod';
import type { ProviderRange } from '../payment-provider.ts';

/** Sends one call to the provider and parses its answer; the client of the provider has the only implementation. */
export type ProviderCall = <T>(schema: z.ZodType<T>, path: string, init?: RequestInit) => Promise<T>;

/** An amount in minor units, which some answers contain as text. */
export const amount = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d+(\.0+)?$/)
      .transform(Number),
  ])
  .pipe(z.number().int().min(0));

/** The provider's id of a row: a number in some answers, text in others. */
export const id = z.union([z.number(), z.string().min(1)]).transform(String);

/** The amounts of a transaction; `fees` is null while it is not settled, and dropped when malformed: no payment may fail for it. */
export const transactionAmounts = {
  amount,
  requested_amount: amount.nullish().catch(null),
  fees: amount.nullish().catch(null),
};

/**
 * Returns what a transaction brought us and cost us, in minor units. Where the account lets payers bear the provider's fee, its amount is
 * higher than what we asked for by at most the fee; any other difference is one.
 */
export function ownAmounts(transaction: z.output<z.ZodObject<typeof transactionAmounts>>) {
  const requested = transaction.requested_amount ?? transaction.amount;
  const fees = transaction.fees ?? null;
  const addedMinor = transaction.amount - requested;
  const isFee = addedMinor > 0 && (fees === null || addedMinor <= fees);
  if (!isFee) return { amountMinor: transaction.amount, feesMinor: fees };
  return { amountMinor: requested, feesMinor: fees === null ? null : fees - addedMinor };
}

/** A currency by its form, as the tables check it: the provider may report one that we do not take. */
export const currency = z
  .string()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/);

/** A time that may be missing or malformed. */
export const time = z
  .string()
  .pipe(z.coerce.date())
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** Optional text; a value of another type is dropped. */
export const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** Rows of a page where the provider respects it; nothing relies on that. */
export const pageSize = '100';
/** More pages than any list that we read; reaching it means that the provider ignores the page number. */
const maxPages = 10_000;

/** `meta` of a list: the document counts pages, the newest sample names the next page, null at the end. */
const metaField = z
  .object({
    pageCount: z.number().int().optional().catch(undefined),
    next: z.string().nullish().catch(undefined),
  })
  .optional()
  .catch(undefined);

/**
 * Reads every page of a list call, to the end that the list itself names: a short page does not end it, as the provider may have
 * smaller pages than we ask for. `query` holds the filters and the size of a page.
 */
export async function readAllPages<T>(
  call: ProviderCall,
  path: string,
  query: Record<string, string | undefined>,
  item: z.ZodType<T>,
): Promise<T[]> {
  const response = z.object({ status: z.literal(true), data: z.array(item), meta: metaField });
  const filters = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const items: T[] = [];
  let position: [string, string][] = [['page', '1']];
  for (let page = 1; page <= maxPages; page += 1) {
    const { data, meta } = await call(response, `${path}?${new URLSearchParams([...filters, ...position])}`);
    items.push(...data);
    const { next, pageCount } = meta ?? {};
    if (!next && (next === null || data.length === 0 || (pageCount !== undefined && page >= pageCount)))
      return items;
    position = next
      ? [
          ['use_cursor', 'true'],
          ['next', next],
        ]
      : [['page', String(page + 1)]];
  }
  throw new Error(`The provider's list ${path} does not end`);
}

/** Returns the query parameters of a time range. */
export function rangeQuery({ from, to }: ProviderRange) {
  return { from: from?.toISOString(), to: to?.toISOString() };
}

/**
 * Parses JSON. A whole number above 2^53, which a Number would round, becomes text: the provider's ids have 64 bits.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text, keepDigits);
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value);
  return isRounded && /^-?\d+$/.test(context?.source ?? '') ? context?.source : value;
}
