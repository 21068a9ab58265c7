import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorRequestHandler } from 'express';
import { brand } from '#contracts/brand.ts';
import { html } from '../html.ts';
import type { Logger } from '../log.ts';
import { logFailure, toHttpError } from './error-handler.ts';
import type { PolicyOf } from './page-policies.ts';

/** Answers a failed visit with a page: the built `500.html`, or one that needs nothing; `404.html` for a bad address. */
export function createErrorPage(client: string, policyOf: PolicyOf, log: Logger): ErrorRequestHandler {
  const failed = readPage(join(client, '500.html')) ?? plainPage;
  const notThere = readPage(join(client, '404.html')) ?? plainPage;
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const refusal = toHttpError(error);
    logFailure(log, refusal, error, req);
    const isOurs = refusal.status >= 500;
    res.status(refusal.status).set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policyOf(isOurs ? '/500' : '/404'),
      ...(refusal.retryAfterS && { 'Retry-After': String(refusal.retryAfterS) }),
    });
    res.type('html').send(isOurs ? failed : notThere);
  };
}

function readPage(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

const plainPage = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Something went wrong | ${brand.name}</title>
<h1>Something went wrong</h1>
<p>This page could not be shown. Please try again in a moment, or <a href="/">go to the home page</a>.</p>
</html>
`.toString();
