import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { DataSource } from 'typeorm';
import type { Endpoint } from '#contracts/endpoint.ts';
import { HttpError } from '../errors.ts';
import { startDeadline } from '../request-deadline.ts';
import { authenticate, type FindCaller, findOptionalCaller } from './access/authenticate.ts';
import { runIdempotent } from './idempotency/run-idempotent.ts';
import type { RateLimiter } from './rate-limit/rate-limit.ts';
import { addressOf } from './requests/client-address.ts';
import type { LoggedCall } from './requests/observe-requests.ts';
import { parseResponse } from './requests/parse-response.ts';
import { readBody, readBytes } from './requests/read-body.ts';
import { validateBody, validateParams, validateQuery } from './requests/validate.ts';
import { type BinaryResponse, type Call, type Caller, type Redirect, Reply, type Route } from './route.ts';
import {
  type CsvResponse,
  type EventSource,
  streamCsv,
  streamEvents,
  streamZip,
  type ZipResponse,
} from './streams.ts';

/** How calls are authorized and limited. */
export interface AccessControl {
  /** Returns the id of the session that a token names, or undefined. */
  readToken(token: string): Promise<string | undefined>;
  /** Returns the caller of a valid session by its id. */
  findCaller(sessionId: string): Promise<Caller | undefined>;
  limit: RateLimiter;
  /** Stores the responses of calls with an `Idempotency-Key`. */
  db: DataSource;
}

/** Creates the router of all calls: authorizes, rate-limits, and validates params, query, body and response. */
export function mountRoutes<Deps>(routes: readonly Route<Deps>[], deps: Deps, access: AccessControl): Router {
  const router = express.Router({ caseSensitive: true });
  const handlers = routes.map((route) => ({ contract: route.contract, handle: serve(route, deps, access) }));
  router.use(serveLiteralPaths(handlers));
  for (const { contract, handle } of handlers) {
    const method = contract.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    router[method](contract.path, handle);
  }
  for (const path of new Set(routes.map(({ contract }) => contract.path))) {
    const methods = routes.flatMap(({ contract }) => (contract.path === path ? [contract.method] : []));
    router.all(path, rejectMethod(methods));
  }
  return router;
}

/**
 * Finds a call whose path has no parameters in one step; the router compares a path with each of 130 routes. Requests that
 * it does not know exactly as the contract has them (HEAD, OPTIONS, a slash at the end) go to the router.
 */
function serveLiteralPaths(handlers: { contract: Endpoint; handle: RequestHandler }[]): RequestHandler {
  const literal = new Map(
    handlers
      .filter(({ contract }) => !/[:*{]/.test(contract.path))
      .map(({ contract, handle }) => [`${contract.method} ${contract.path}`, { route: contract, handle }]),
  );
  return (req, res, next) => {
    const known = literal.get(`${req.method} ${req.path}`);
    if (!known) return next();
    // As the router sets it, for logs, metrics and traces.
    req.route = known.route;
    return known.handle(req, res, next);
  };
}

function serve<Deps>(
  { contract, handle, findCaller: findOwn }: Route<Deps>,
  deps: Deps,
  { readToken, findCaller: findAny, limit, db }: AccessControl,
): RequestHandler {
  const findCaller: FindCaller = async (token) => {
    const sessionId = await readToken(token);
    if (!sessionId) return undefined;
    return findOwn ? findOwn(sessionId, deps) : findAny(sessionId);
  };
  return async (req, res) => {
    if (contract.hasEffect) rejectUnintendedCalls(req, contract);
    const { auth, signedBody } = contract;
    const deadline = startDeadline();
    const caller =
      auth === 'public' || auth === 'signature'
        ? undefined
        : await deadline.run(() => callerOf(req, auth, findCaller));
    res.locals.logged = { userId: caller?.id, isSignIn: isSignIn(contract) } satisfies LoggedCall;
    const params = validateParams(contract.params, req.params);
    const query = validateQuery(contract.query, req.query);
    // Uploads are rate-limited before they are read; forms after, because their limit may depend on the e-mail address.
    if (contract.file) await limit(contract, { req, caller, body: undefined });
    const readMs = performance.now();
    const raw = contract.body || contract.file ? await readBody(req, res, contract) : undefined;
    const { body, file } = raw ? await validateBody(contract, raw) : { body: undefined, file: undefined };
    deadline.extend(performance.now() - readMs);
    const count = () => limit(contract, { req, caller, body });
    const counted = !contract.file && contract.response !== 'redirect' ? await count() : undefined;
    const signed = signedBody && {
      bytes: await readBytes(req, res, signedBody.maxBytes),
      signature: req.get(signedBody.signatureHeader),
    };
    const userAgent = req.get('user-agent');
    const call = {
      ...{ caller, userAgent, params, query, body, file, signed },
      get ip() {
        return addressOf(req);
      },
    } as Call<Endpoint>;
    const run = async () => {
      const result = await handle(call, deps);
      return result instanceof Reply ? result : new Reply(contract.statuses?.[0] ?? 200, result);
    };
    const key = contract.idempotency && req.get('idempotency-key');
    const respond = () => {
      if (key === undefined) return run();
      const input = { params, query, body, file: file?.data };
      return runIdempotent(db, { contract, key, callerId: caller?.id, ip: call.ip, input }, run);
    };
    // Files wait for a processor, within limits of their own.
    const reply = await (contract.file ? respond() : deadline.run(respond));
    const { status, body: value, headers } = reply;
    await counted?.succeeded();
    res.set(headers);
    if (contract.response === 'binary') sendBinary(res, value as unknown as BinaryResponse);
    else if (contract.response === 'csv') await streamCsv(req, res, value as unknown as CsvResponse);
    else if (contract.response === 'zip') await streamZip(req, res, value as unknown as ZipResponse);
    else if (contract.response === 'events') streamEvents(req, res, value as unknown as EventSource);
    else if (contract.response === 'redirect') {
      const redirect = value as unknown as Redirect;
      if (typeof redirect === 'string') res.redirect(status, redirect);
      else await redirect(req, res, count);
    } else {
      if (contract.cache) res.set('Cache-Control', cacheControl(contract.cache));
      res.status(status).json(parseResponse(contract.response, value));
    }
  };
}

// The limits against guessing are those of sign-ins.
const isSignIn = ({ limit }: Endpoint) =>
  limit === 'signIn' || limit === 'operatorSignIn' || limit === 'google';

const callerOf = (
  req: Request,
  auth: Exclude<Endpoint['auth'], 'public' | 'signature'>,
  findCaller: FindCaller,
) => (auth === 'optional' ? findOptionalCaller(req, findCaller) : authenticate(req, auth, findCaller));

function cacheControl({ maxAgeS, staleS }: NonNullable<Endpoint['cache']>): string {
  return `public, max-age=${maxAgeS}, stale-while-revalidate=${staleS}`;
}

function rejectUnintendedCalls(req: Request, { method, response }: Endpoint): void {
  const isPrefetch = /prefetch/i.test(`${req.get('purpose')} ${req.get('sec-purpose')} ${req.get('x-moz')}`);
  const isNavigation = response !== 'redirect' && req.get('sec-fetch-mode') === 'navigate';
  if (req.method === 'HEAD' || isPrefetch || isNavigation) {
    req.res?.set('Allow', method);
    throw new HttpError(405, 'This address does something; it cannot be visited or fetched ahead.');
  }
}

function rejectMethod(methods: string[]): RequestHandler {
  const allowed = methods.join(', ');
  return (_req, res) => {
    res.set('Allow', allowed);
    throw new HttpError(405, `Please use ${allowed} here.`);
  };
}

function sendBinary(res: Response, { contentType, data, maxAgeS }: BinaryResponse): void {
  if (maxAgeS) res.set('Cache-Control', `public, max-age=${maxAgeS}`);
  res.set('Content-Security-Policy', "default-src 'none'; sandbox").type(contentType).send(data);
}
