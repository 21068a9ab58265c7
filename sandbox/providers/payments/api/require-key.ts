import { timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { providerErrors } from './provider-error.ts';

/** Middleware that rejects calls without the secret key as bearer token. */
export function requireKey(secretKey: string): RequestHandler {
  const key = Buffer.from(`Bearer ${secretKey}`);
  return (req, _res, next) => {
    const given = Buffer.from(req.headers.authorization ?? '');
    next(
      given.length === key.length && timingSafeEqual(given, key) ? undefined : providerErrors.invalidKey(),
    );
  };
}
