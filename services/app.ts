import compression from 'compression';
import express, { type Express } from 'express';
import { filterCourses } from '#contracts/catalogue/catalogue.ts';
import { findKnownDevice } from './accounts/sessions/devices.ts';
import { endPageSession } from './accounts/sessions/end-page-session.ts';
import { findSession } from './accounts/sessions/find-session.ts';
import { clearedPageCookie, readPageCookie } from './accounts/sessions/page-session.ts';
import { readSessionToken } from './accounts/sessions/start-session.ts';
import { CATALOGUE, createPageLocals } from './catalogue/create-page-locals.ts';
import { contractModules } from './contract-modules.ts';
import type { Deps } from './deps.ts';
import { findOperatorSession } from './desk/operators/operator-session.ts';
import { notFound } from './platform/errors.ts';
import { guardDesk, rejectCrossSite } from './platform/http/access/authenticate.ts';
import { createErrorHandler } from './platform/http/error-handler.ts';
import { healthRouter } from './platform/http/health.ts';
import { onFirstUse, securityHeaders, warnOfProxy } from './platform/http/middleware.ts';
import { mountRoutes } from './platform/http/mount-routes.ts';
import { apiDocs } from './platform/http/openapi/api-docs.ts';
import { createPersonLocals } from './platform/http/pages/read-for-page.ts';
import { sitePages, wellKnown } from './platform/http/pages/site-pages.ts';
import { createQueueBoard, isBoardPoll, queueBoardPath } from './platform/http/queue-board/queue-board.ts';
import { createRateLimiter, type RateLimiter } from './platform/http/rate-limit/rate-limit.ts';
import { logRequests, observeRequests, traceRequests } from './platform/http/requests/observe-requests.ts';
import { hashText } from './platform/tokens/secrets.ts';
import { routes } from './routes.ts';

/** Creates the Express app: API, health checks, documentation and the built pages. `pagesDir` is absent in tests of the API. */
export async function createApp(deps: Deps, pagesDir?: string): Promise<Express> {
  const { config, db, log } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxyHops);
  app.set('query parser', 'simple');
  app.use(traceRequests({ isBehindProxy: config.trustProxyHops > 0 }));
  if (config.metrics) app.use(observeRequests);
  app.use(securityHeaders(config));
  app.use(warnOfProxy(log, config.trustProxyHops));
  app.use(logRequests(log));
  app.use(
    '/health',
    healthRouter({ db, isQueueReachable: deps.limits.isReachable, shutdown: deps.shutdown }),
  );
  const limit = createRateLimiter(
    deps.limits,
    config.rateLimitFactor,
    (cookies, email) => findKnownDevice(cookies, email, config),
    (key) => hashText('rate-limit', key, config),
  );
  // Before the guard of the desk, whose 404 is a response of the API as well.
  app.use('/api', (_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    next();
  });
  // Requests that an open desk sends by itself do not prolong a session.
  app.use(
    guardDesk((req) => {
      const isUse = !req.get('x-background') && !isBoardPoll(req.path);
      return findOperatorSession(req.headers.cookie, isUse, { config, db });
    }),
  );
  app.use(queueBoardPath, createQueueBoard(config, log, deps.changes.ended));
  app.use('/api', await api(deps, limit));
  const countView = (req: express.Request) =>
    limit(filterCourses, { req, caller: undefined, body: undefined });
  const personLocals = createPersonLocals(routes, deps, {
    ...{ limit, log, findCaller: (sessionId: string) => findSession(sessionId, deps) },
    readCookies: (cookies) => readPageCookie(cookies, config),
  });
  const pages = {
    hasServiceWorker: config.hasServiceWorker,
    localsFor: (req: express.Request) => ({
      ...createPageLocals(deps, async () => void (await countView(req))),
      ...personLocals(req),
    }),
    cache: {
      isWithinLimit: (req: express.Request) =>
        countView(req)
          .then(() => true)
          .catch(() => false),
      watch: (onChange: () => void) => void deps.changes.watch(CATALOGUE, onChange),
    },
  };
  // Not below `/api`, where the page cookie proves nothing.
  app.delete('/page-session', async (req, res) => {
    rejectCrossSite(req);
    res.set({ 'Cache-Control': 'no-store', 'Set-Cookie': clearedPageCookie(config) });
    await endPageSession(req.headers.cookie, deps);
    res.status(204).end();
  });
  app.use('/.well-known', wellKnown(config));
  if (pagesDir) app.use(sitePages(pagesDir, log, pages));
  app.use(() => {
    throw notFound();
  });
  app.use(createErrorHandler(log));
  return app;
}

async function api(deps: Deps, limit: RateLimiter): Promise<express.Router> {
  const router = express.Router();
  router.use(compression());
  router.use(
    apiDocs({
      contracts: routes.map(({ contract }) => contract),
      modules: contractModules,
      publicUrl: deps.config.publicUrl,
      brand: deps.config.brand,
    }),
  );
  const access = {
    readToken: (token: string) => readSessionToken(token, deps.config),
    findCaller: (sessionId: string) => findSession(sessionId, deps),
    ...{ limit, db: deps.db },
  };
  router.use(mountRoutes(routes, deps, access));
  router.use(
    onFirstUse('/ops/', async () => mountRoutes((await import('./desk-routes.ts')).deskRoutes, deps, access)),
  );
  router.use(() => {
    throw notFound();
  });
  return router;
}
