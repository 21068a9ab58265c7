import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Config } from '../config.ts';

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
  return (req, res, next) => {
    res.setHeader('Permissions-Policy', permissionsPolicy);
    setHeaders(req, res, next);
  };
}
