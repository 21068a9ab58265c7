import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { loadOnce } from '../async-calls.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';

/** Features of browsers that no page uses; meetings take place on another site. Browsers report names they do not know. */
const deniedFeatures = [
  'accelerometer autoplay browsing-topics camera display-capture encrypted-media fullscreen gamepad geolocation gyroscope',
  'hid idle-detection local-fonts magnetometer microphone midi payment picture-in-picture publickey-credentials-get',
  'screen-wake-lock serial storage-access usb window-management xr-spatial-tracking',
].flatMap((names) => names.split(' '));

const permissionsPolicy = deniedFeatures.map((feature) => `${feature}=()`).join(', ');

/**
 * Headers that browsers read of documents alone, a kilobyte in each response. Scripts, styles and fonts are sent without them: a page
 * loads twenty and more.
 */
export const documentHeaders: readonly string[] = [
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];

/** Returns the security headers of every response but those of scripts, styles and fonts, which have no {@link documentHeaders}. */
export function listSecurityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): [string, string][] {
  const setHeaders = helmet({
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: publicUrl.startsWith('https:'),
  });
  return [...headersOf(setHeaders), ['Permissions-Policy', permissionsPolicy]];
}

/**
 * Middleware that sets the security headers of responses, pages and errors included. The Content-Security-Policy
 * follows later: pages have one with hashes from the build, the API one that allows nothing.
 */
export function securityHeaders(config: Pick<Config, 'publicUrl'>): RequestHandler {
  const headers = listSecurityHeaders(config);
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

// Helmet's headers depend on its options alone, so its functions run once and not for each request.
function headersOf(middleware: ReturnType<typeof helmet>): Map<string, string> {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => void headers.set(name, value),
    removeHeader: (name: string) => void headers.delete(name),
  };
  middleware({} as IncomingMessage, response as unknown as ServerResponse, () => {});
  return headers;
}

const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'];

/**
 * Middleware that logs one warning when requests carry the headers of a proxy but no proxy is trusted: all visitors then
 * share the proxy's address, and the limits for one address apply to all of them together.
 */
export function warnOfProxy(log: Logger, trustProxyHops: number): RequestHandler {
  let isDone = trustProxyHops > 0;
  return (req, _res, next) => {
    if (!isDone && proxyHeaders.some((name) => name in req.headers)) {
      isDone = true;
      log.warn(
        'Requests come through a proxy, but TRUST_PROXY_HOPS is 0: all visitors count as one address. Set it to the number of proxies; ignore this if clients reach the API directly',
      );
    }
    next();
  };
}

/**
 * Middleware that creates another one with the first request whose path begins with `prefix`, for calls that few processes
 * ever serve: their modules take time and memory at the start of each.
 */
export function onFirstUse(prefix: string, create: () => Promise<RequestHandler>): RequestHandler {
  const created = loadOnce(create);
  return async (req, res, next) => {
    if (!req.path.startsWith(prefix)) return next();
    return (await created())(req, res, next);
  };
}
