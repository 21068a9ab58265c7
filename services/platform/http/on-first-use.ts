import type { RequestHandler } from 'express';
import { loadOnce } from '../load-once.ts';

/**
 * Middleware that creates another one with the first request whose path begins with `prefix`, for calls that few processes
 * ever serve: their modules take time and memory at the start of each.
 */
export function onFirstUse(prefix: string, create: () => Promise<RequestHandler>): RequestHandler {
  const created = loadOnce(create);
  return async (req, res, next) => {
    if (!req.path.startsWith(prefix)) return next();
    return (await created())(req, res, next);
  };
}
