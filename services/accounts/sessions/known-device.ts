import type { Config } from '#services/platform/config.ts';
import { isSignedText, randomToken, signText } from '#services/platform/tokens/secrets.ts';
import type { TokenConfig } from '#services/platform/tokens/token-keys.ts';

type DeviceConfig = TokenConfig & Pick<Config, 'publicUrl'>;

// One cookie for each kind of account: an operator may be a learner in the same browser.
const cookieNames = { person: 'courselift-device', operator: 'courselift-desk-device' } as const;
const purpose = 'known-device';
const yearS = 31_536_000;

/**
 * Returns the cookie that marks a device after a successful sign-in. It grants no access; it exempts the
 * device from the rate limit that failed sign-ins of others cause for the account.
 */
export function knownDeviceCookie(
  email: string,
  config: DeviceConfig,
  kind: keyof typeof cookieNames = 'person',
): string {
  const device = randomToken(16);
  const value = `${device}.${signText(purpose, `${device}:${email}`, config)}`;
  const isSecure = config.publicUrl.startsWith('https:');
  // Browsers accept `__Host-` only for a secure cookie of this host alone (RFC 6265bis, section 4.1.3.2).
  const name = isSecure ? `__Host-${cookieNames[kind]}` : cookieNames[kind];
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${yearS}; HttpOnly; SameSite=Strict${secure}`;
}

/** Returns the device that the cookies prove for this account, or undefined. */
export function findKnownDevice(
  cookies: string | undefined,
  email: string,
  config: DeviceConfig,
): string | undefined {
  // Without the prefix: over http, and of an earlier version. The value is signed.
  const pattern = /(?:^|; ?)(?:__Host-)?courselift-(?:desk-)?device=([\w-]+)\.([\w-]+)/g;
  for (const [, device = '', signed = ''] of (cookies ?? '').matchAll(pattern))
    if (isSignedText(signed, purpose, `${device}:${email}`, config)) return device;
  return undefined;
}
