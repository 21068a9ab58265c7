import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Config } from '../../config.ts';

/** Features of browsers that no page uses; meetings take place on another site. Browsers report names they do not know. */
const deniedFeatures = [
  'accelerometer autoplay browsing-topics camera display-capture encrypted-media fullscreen gamepad geolocation gyroscope',
  'hid idle-detection local-fonts magnetometer microphone midi payment picture-in-picture publickey-credentials-get',
  'screen-wake-lock serial storage-access usb window-management xr-spatial-tracking',
].flatMap((names) => names.split(' '));

const permissionsPolicy = deniedFeatures.map((feature) => `${feature}=()`).join(', ');

/**
 * Middleware that sets the security headers of every response, pages and errors included. The Content-Security-Policy
 * follows later: pages have one with hashes from the build, the API one that allows nothing.
 */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): RequestHandler {
  const setHeaders = helmet({
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: publicUrl.startsWith('https:'),
  });
  const headers = [...headersOf(setHeaders), ['Permissions-Policy', permissionsPolicy] as const];
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
