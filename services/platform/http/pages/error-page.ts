import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorRequestHandler } from 'express';
import { html } from '../../html.ts';
import type { Logger } from '../../log.ts';
import { describeReference, logFailure, toHttpError } from '../error-handler.ts';
import type { PolicyOf } from './page-policies.ts';

/**
 * Creates the error middleware of the pages: responds with the built `500.html` for server errors and `404.html` for
 * bad addresses, or with a plain page where the build has none.
 */
export function createErrorPage(client: string, policyOf: PolicyOf, log: Logger): ErrorRequestHandler {
  const serverErrorPage = readPage(join(client, '500.html')) ?? plainPage;
  const notFoundPage = readPage(join(client, '404.html')) ?? plainPage;
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const httpError = toHttpError(error);
    logFailure(log, httpError, error, req);
    const isServerError = httpError.status >= 500;
    res.status(httpError.status).set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policyOf(isServerError ? '/500' : '/404'),
      ...(httpError.retryAfterS && { 'Retry-After': String(httpError.retryAfterS) }),
    });
    res.type('html').send(isServerError ? withReference(serverErrorPage) : notFoundPage);
  };
}

// The page has an empty paragraph for it.
function withReference(page: string): string {
  const text = describeReference('If you write to us, please name the number');
  return text ? page.replace(/<p data-reference[^<>]*><\/p>/, `<p>${text}</p>`) : page;
}

function readPage(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

const plainPage = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Something went wrong</title>
<h1>Something went wrong</h1>
<p>This page could not be shown. Please try again in a moment, or <a href="/">go to the home page</a>.</p>
</html>
`.toString();
