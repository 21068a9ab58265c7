import type { Request, RequestHandler, Response } from 'express';
import { pinoHttp } from 'pino-http';
import type { Logger } from '../log.ts';
import { currentTraceId } from '../tracing/trace-context.ts';

/** What a call adds to its line, in `res.locals.logged`. */
export interface LoggedCall {
  userId: string | undefined;
  isSignIn: boolean;
}

/**
 * Middleware that logs method, route, status and duration of each call. The route is the pattern of the contract, such as
 * `/user/:id/picture`: a whole path or query can hold tokens, references and ids of people. Sign-ins and rejected calls are
 * logged at `info`, so that attacks can be seen and investigated (docs/security.md#logs).
 */
export function logRequests(log: Logger): RequestHandler {
  // The route is known only after the routing, so it is added to the line of the response.
  const withRoute = (req: Request, value: object) => ({
    route: req.route?.path ?? 'none',
    userId: loggedOf(req.res)?.userId,
    // Set here because the response may end outside the context of its call.
    traceId: req.id,
    ...value,
  });
  const logCall = pinoHttp<Request>({
    logger: log,
    quietReqLogger: true,
    genReqId: () => currentTraceId() ?? '',
    customLogLevel: (req, res) => {
      if (res.statusCode >= 500) return 'error';
      return res.statusCode >= 400 || loggedOf(req.res)?.isSignIn ? 'info' : 'debug';
    },
    customSuccessObject: (req, _res, value) => withRoute(req, value),
    customErrorObject: (req, _res, _error, value) => withRoute(req, value),
    serializers: {
      req: ({ method }: { method: string }) => ({ method }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
  });
  // The logger that pino-http creates for each request took a tenth of the time of a static page.
  return (req, res, next) => (req.url.startsWith('/api/') ? logCall(req, res, next) : next());
}

const loggedOf = (res: Response | undefined): LoggedCall | undefined => res?.locals.logged;
