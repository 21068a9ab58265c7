import type { APIRoute } from 'astro';
import { paths } from '../browser/paths.ts';

// A path matches every URL that starts with it: /help covers /help-learner.
const kept = [
  '/api/',
  paths.dashboard,
  paths.help,
  paths.fundLearner,
  paths.restricted,
  paths.success,
  paths.completeProfile,
  paths.forgotPassword,
  paths.profile,
  '/confirm-email-change',
  '/google-return',
  '/newsletter/',
  '/payment-verification/',
  '/reset-password',
  '/sponsor-status/',
  '/undo-email-change',
  '/verify-email',
  '/guardian-consent',
  '/meeting-reply',
  '/meeting/',
  '/refund',
  '/report',
  '/appeal',
];

/** Excludes personal pages and the API from search engines. Prerendered. */
export const GET: APIRoute = ({ site }) => {
  const lines = ['User-agent: *', ...kept.map((path) => `Disallow: ${path}`)];
  return new Response(`${lines.join('\n')}\n\nSitemap: ${new URL('/sitemap.xml', site).href}\n`, {
    headers: { 'content-type': 'text/plain' },
  });
};
