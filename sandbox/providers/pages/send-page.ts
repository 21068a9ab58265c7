import type { Response } from 'express';
import { type SandboxPage, sandboxPage } from './sandbox-page.ts';

/** Sends a page that runs no script and loads nothing from elsewhere; forms may lead to `formOrigins`. */
export function sendPage(res: Response, status: number, page: SandboxPage, formOrigins: string[] = []): void {
  // Chromium holds a form's redirect to form-action too, so the way back to the merchant must be allowed.
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
