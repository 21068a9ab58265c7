import { BlockList, isIPv4 } from 'node:net';
import type { Config } from '#services/platform/config.ts';
import { hostCookie } from '#services/platform/http/host-cookie.ts';
import {
  hashText,
  isSignedText,
  randomToken,
  signText,
  type TokenConfig,
} from '#services/platform/tokens/secrets.ts';

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
  return hostCookie({ name: cookieNames[kind], value, maxAgeS: yearS, sameSite: 'Strict', isSecure });
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

// Order matters: Edge and Opera also name Chrome, and Chrome also names Safari.
const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [pattern: RegExp, name: string][] = [
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns browser and operating system from a user agent, such as "Firefox on Windows". */
export function describeDevice(userAgent: string | null): string {
  const find = (known: typeof browsers) => known.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const browser = find(browsers);
  const system = find(systems);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : 'An unknown device');
}

// Addresses that say nothing about where a person is (RFC 6890): loopback, private and link-local.
const local = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  local.addSubnet(network, prefix);

/**
 * Returns a keyed hash of a caller's address, equal for the same address (IPv6: network) only; null for addresses that many
 * unrelated people have. The address itself is not stored.
 */
export function networkHash(ip: string, config: TokenConfig): string | null {
  if (isIPv4(ip) ? local.check(ip) : /^(::|f[cde])/i.test(ip)) return null;
  return hashText('network', ip, config);
}
