import { timingSafeEqual } from 'node:crypto';
import express, { type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import type { CallTarget } from '../faults/fault.ts';
import type { FaultRules } from '../faults/fault-rules.ts';
import { isApplied, respondWithFault } from '../faults/transport-fault.ts';
import type { ListRange } from '../stored-rows.ts';
import type { Transaction } from '../transaction.ts';
import { providerErrors, sendProviderError, toProviderError } from './provider-error.ts';

/** Mounts the provider's calls: each requires the secret key, and errors are in the provider's format. */
export function createProtocol(secretKey: string, apis: Readonly<Record<string, Router>>): Router {
  const protocol = Router();
  const isAllowed = requireKey(secretKey);
  for (const [path, api] of Object.entries(apis))
    protocol.use(path, isAllowed, express.json({ limit: '1mb' }), api, rejectRoute, sendProviderError);
  return protocol;
}

/** Middleware that rejects calls without the secret key as bearer token. */
function requireKey(secretKey: string): RequestHandler {
  const key = Buffer.from(`Bearer ${secretKey}`);
  return (req, _res, next) => {
    const given = Buffer.from(req.headers.authorization ?? '');
    next(
      given.length === key.length && timingSafeEqual(given, key) ? undefined : providerErrors.invalidKey(),
    );
  };
}

const rejectRoute: RequestHandler = (_req, _res, next) => next(providerErrors.unknownRoute());

/** Runs one call of the provider's API with the fault that is scripted for it. */
export type RunCall = ReturnType<typeof createCallRunner>;

/** Returns the runner. `work` returns the body of a 200 response, or throws a ProviderError. */
export function createCallRunner(faults: FaultRules, onChange: () => void) {
  return async (
    res: Response,
    target: CallTarget,
    selector: ReturnType<typeof selectorOf>,
    work: () => object,
  ): Promise<void> => {
    const fault = faults.take(target, selector)?.fault;
    const response = fault && !isApplied(fault) ? { status: 0, body: {} } : toProviderResponse(work);
    onChange();
    if (fault) await respondWithFault(res, fault, response);
    else res.status(response.status).json(response.body);
  };
}

/** Returns the body of a successful call. */
export const success = (message: string, data: object, meta?: object) => ({
  status: true,
  message,
  data,
  ...(meta && { meta }),
});

/** Returns what a fault can name a call by: the transaction that it is about, if any. */
export const selectorOf = (transaction: Pick<Transaction, 'reference' | 'email'> | undefined) => ({
  reference: transaction?.reference ?? '',
  email: transaction?.email ?? '',
});

/** Returns status and body of a call: 200 with what `work` returns, or the error that it throws. */
export function toProviderResponse(work: () => object): { status: number; body: object } {
  try {
    return { status: 200, body: work() };
  } catch (error) {
    const { status, body } = toProviderError(error);
    return { status, body };
  }
}

const ListQuerySchema = z.object({
  size: z.coerce.number().int().min(1).max(1000).default(50),
  page: z.coerce.number().int().min(1).default(1),
  from: z.coerce.date().optional(),
  to: z.coerce.date().optional(),
});

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

export function listMeta({ limit, offset }: ListRange, total: number) {
  return {
    total,
    skipped: offset,
    perPage: limit,
    page: offset / limit + 1,
    pageCount: Math.ceil(total / limit),
  };
}
