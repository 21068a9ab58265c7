import express, { type Router } from 'express';
import type { Config } from '../../config.ts';

// RFC 9116 recommends less than a year.
const expiresInMs = 180 * 86_400_000;

/**
 * Creates the router of addresses that programs know (RFC 8615): `security.txt` names who reads reports of vulnerabilities,
 * `change-password` leads password managers to the form.
 */
export function wellKnown({
  securityContact,
  publicUrl,
}: Pick<Config, 'securityContact' | 'publicUrl'>): Router {
  const router = express.Router();
  router.get('/change-password', (_req, res) => res.redirect(302, '/profile'));
  if (!securityContact) return router;
  const contact = securityContact.includes('://') ? securityContact : `mailto:${securityContact}`;
  router.get('/security.txt', (_req, res) => {
    const fields = {
      Contact: contact,
      Expires: new Date(Date.now() + expiresInMs).toISOString(),
      'Preferred-Languages': 'en',
      Canonical: `${publicUrl}/.well-known/security.txt`,
    };
    res.type('text').set('Cache-Control', 'no-cache');
    res.send(
      Object.entries(fields)
        .map(([name, value]) => `${name}: ${value}\n`)
        .join(''),
    );
  });
  return router;
}
