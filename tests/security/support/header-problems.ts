import type { IncomingHttpHeaders } from 'node:http';

/** Returns what is wrong with the security headers that every response has, by their lower-case names. */
export function headerProblems(headers: IncomingHttpHeaders): string[] {
  const policy = String(headers['permissions-policy']);
  const denied = [
    'camera',
    'microphone',
    'geolocation',
    'payment',
    'usb',
    'display-capture',
    'browsing-topics',
  ];
  return [
    ...denied.filter((feature) => !policy.includes(`${feature}=()`)),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['nosniff']),
    ...(headers['referrer-policy'] === 'no-referrer' ? [] : ['referrer-policy']),
    ...(headers['x-frame-options'] ? [] : ['x-frame-options']),
    ...(headers['cross-origin-opener-policy'] === 'same-origin-allow-popups' ? [] : ['opener']),
    ...(headers['cross-origin-resource-policy'] === 'same-origin' ? [] : ['resource']),
    ...(headers['x-powered-by'] ? ['x-powered-by'] : []),
  ];
}
