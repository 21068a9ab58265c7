import { Secret, TOTP } from 'otpauth';

/** Length of a TOTP time step (RFC 6238, section 4.1). */
const stepMs = 30_000;

/** Returns a new TOTP secret of 160 bits in base32 (RFC 4226, section 4). */
export function createTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the URI that an authenticator app reads from the QR code. */
export function totpUri(secret: string, label: { email: string; issuer: string }): string {
  return totpOf(secret, label).toString();
}

/** Returns the code of a secret at a time, by default now. */
export function totpCode(secret: string, at = Date.now()): string {
  return totpOf(secret).generate({ timestamp: at });
}

/**
 * Returns the number of the time step that a code belongs to, or undefined when it is wrong. The steps before and after
 * the current one are accepted, for clocks that differ (RFC 6238, section 5.2).
 */
export function findTotpStep(secret: string, code: string, at = Date.now()): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totpOf(secret).validate({ token, timestamp: at, window: 1 });
  return delta === null ? undefined : Math.floor(at / stepMs) + delta;
}

function totpOf(secret: string, { email, issuer } = { email: '', issuer: '' }): TOTP {
  return new TOTP({ issuer, label: email, secret: Secret.fromBase32(secret) });
}
