import { z } from 'zod';
import { providerErrors } from './provider-error.ts';

const ListQuerySchema = z.object({
  size: z.coerce.number().int().min(1).max(1000).default(50),
  page: z.coerce.number().int().min(1).default(1),
  from: z.coerce.date().optional(),
  to: z.coerce.date().optional(),
});

/** Page and time range of a list call; times in milliseconds since 1970. */
export interface ListRange {
  fromMs: number;
  toMs: number;
  limit: number;
  offset: number;
}

/**
 * Reads the size of a page, `page`, `from` and `to`. The list of transactions names the size in another way than the others.
 * Throws ProviderError for other than numbers and dates.
 */
export function readListQuery(
  query: Record<string, unknown>,
  sizeName: 'perPage' | 'per_page' = 'perPage',
): ListRange {
  const parsed = ListQuerySchema.safeParse({ ...query, size: query[sizeName] });
  if (!parsed.success) throw providerErrors.invalidParameter(`${sizeName}, page, from or to is not valid`);
  const { size, page, from, to } = parsed.data;
  return {
    fromMs: from?.getTime() ?? 0,
    toMs: to?.getTime() ?? Number.MAX_SAFE_INTEGER,
    limit: size,
    offset: (page - 1) * size,
  };
}

/** `meta` of a list response. */
export function listMeta({ limit, offset }: ListRange, total: number) {
  return {
    total,
    skipped: offset,
    perPage: limit,
    page: offset / limit + 1,
    pageCount: Math.ceil(total / limit),
  };
}
