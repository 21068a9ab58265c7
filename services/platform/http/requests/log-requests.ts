import type { RequestHandler, Response } from 'express';
import type { Logger } from '../../log.ts';
import { currentTraceId } from '../../tracing/trace-context.ts';

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
  return (req, res, next) => {
    if (req.url.startsWith('/api/')) {
      const startedMs = performance.now();
      // Read here because the response may end outside the context of its call.
      const traceId = currentTraceId();
      res.once('close', () => logCall(log, res, { traceId, startedMs }));
    }
    next();
  };
}

// The line is only built when its level is logged: most calls have none in production. pino-http creates two loggers for
// each request before it knows, which took a tenth of the processor time of a short call.
function logCall(log: Logger, res: Response, call: { traceId: string | undefined; startedMs: number }): void {
  const level = levelOf(res);
  if (!log.isLevelEnabled(level)) return;
  const { req, statusCode, headersSent } = res;
  log[level](
    {
      req: { method: req.method },
      traceId: call.traceId,
      // Known only after the routing.
      route: req.route?.path ?? 'none',
      userId: loggedOf(res)?.userId,
      res: { statusCode: headersSent ? statusCode : null },
      responseTime: Math.round(performance.now() - call.startedMs),
    },
    messageOf(res),
  );
}

function levelOf(res: Response): 'error' | 'info' | 'debug' {
  if (res.statusCode >= 500) return 'error';
  return res.statusCode >= 400 || loggedOf(res)?.isSignIn ? 'info' : 'debug';
}

function messageOf({ statusCode, writableEnded }: Response): string {
  if (statusCode >= 500) return 'request errored';
  return writableEnded ? 'request completed' : 'request aborted';
}

const loggedOf = (res: Response): LoggedCall | undefined => res.locals.logged;
