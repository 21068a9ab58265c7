import type { RequestHandler } from 'express';
import type { Logger } from '../../log.ts';

const headers = ['x-forwarded-for', 'forwarded', 'x-real-ip'];

/**
 * Middleware that logs one warning when requests carry the headers of a proxy but no proxy is trusted: all visitors then
 * share the proxy's address, and the limits for one address apply to all of them together.
 */
export function warnOfProxy(log: Logger, trustProxyHops: number): RequestHandler {
  let isDone = trustProxyHops > 0;
  return (req, _res, next) => {
    if (!isDone && headers.some((name) => name in req.headers)) {
      isDone = true;
      log.warn(
        'Requests come through a proxy, but TRUST_PROXY_HOPS is 0: all visitors count as one address. Set it to the number of proxies; ignore this if clients reach the API directly',
      );
    }
    next();
  };
}
