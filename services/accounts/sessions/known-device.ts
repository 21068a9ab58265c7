import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '#services/platform/config.ts';

type DeviceConfig = Pick<Config, 'token' | 'publicUrl'>;

const cookieName = 'courselift-device';
const yearS = 31_536_000;

/**
 * Returns the cookie that marks a device after a successful sign-in. It grants no access; it exempts the
 * device from the rate limit that failed sign-ins of others cause for the account.
 */
export function knownDeviceCookie(email: string, config: DeviceConfig): string {
  const device = randomBytes(12).toString('base64url');
  const value = `${device}.${sign(device, email, config).toString('base64url')}`;
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName}=${value}; Path=/api/user/auth; Max-Age=${yearS}; HttpOnly; SameSite=Strict${secure}`;
}

/** Returns the device that the cookies prove for this account, or undefined. */
export function findKnownDevice(
  cookies: string | undefined,
  email: string,
  config: DeviceConfig,
): string | undefined {
  const pattern = new RegExp(`(?:^|; ?)${cookieName}=([\\w-]+)\\.([\\w-]+)`);
  const [, device = '', signed = ''] = pattern.exec(cookies ?? '') ?? [];
  const expected = sign(device, email, config);
  const given = Buffer.from(signed, 'base64url');
  return device && given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined;
}

function sign(device: string, email: string, { token }: DeviceConfig): Buffer {
  return createHmac('sha256', token.secret).update(`known-device:${device}:${email}`).digest();
}
