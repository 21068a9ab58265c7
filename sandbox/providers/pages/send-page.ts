import type { Response } from 'express';
import { type SandboxPage, sandboxPage } from './sandbox-page.ts';

/** Sends a page whose policy forbids scripts and external resources; forms may redirect to `formOrigins`. */
export function sendPage(res: Response, status: number, page: SandboxPage, formOrigins: string[] = []): void {
  // Chromium applies form-action to redirects as well, so the merchant's return URL must be allowed.
  const formAction = ["'self'", ...formOrigins].join(' ');
  res.setHeader(
    'content-security-policy',
    `default-src 'none'; style-src 'self'; img-src 'self' data:; frame-src 'self'; form-action ${formAction}; ` +
      "base-uri 'none'; frame-ancestors 'none'",
  );
  res.setHeader('referrer-policy', 'no-referrer').setHeader('x-content-type-options', 'nosniff');
  res.setHeader('cache-control', 'no-store');
  res.status(status).type('html').send(sandboxPage(page));
}
