import type { Request, RequestHandler } from 'express';
import type { Endpoint, Role } from '#contracts/endpoint.ts';
import { forbidden, notFound, unauthenticated } from '../../errors.ts';
import { decodedPath } from '../requests/validate.ts';
import type { Caller } from '../route.ts';

/** Returns the caller whose valid session a token belongs to. */
export type FindCaller = (token: string) => Promise<Caller | undefined>;

/**
 * Authenticates and authorizes a request by its `Authorization: Bearer` header, or for the desk by its session, which
 * `guardDesk` has found. Returns the caller.
 *
 * @throws {HttpError} 401 without a valid session, 403 for a role that is not allowed; 404 for the desk without a session.
 */
export async function authenticate(
  req: Request,
  allowed: Exclude<Endpoint['auth'], 'public' | 'optional' | 'signature'>,
  findCaller: FindCaller,
): Promise<Caller> {
  if (allowed === 'desk' || allowed === 'lead') return authenticateOperator(req, allowed);
  const token = tokenOf(req);
  if (!token) throw unauthenticated();
  const caller = await findCaller(token);
  if (!caller) throw unauthenticated('Your session has ended. Please sign in again.');
  rejectOtherRoles(caller, allowed);
  return caller;
}

/** @throws {HttpError} 403 for a caller whose role is not allowed. */
export function rejectOtherRoles({ role }: Caller, allowed: 'token' | readonly Role[]): void {
  if (allowed !== 'token' && !allowed.includes(role)) throw forbidden();
}

/**
 * Returns the caller of a valid token, or for the desk of its session; undefined without one, because a visitor may make
 * the call as well.
 */
export async function findOptionalCaller(req: Request, findCaller: FindCaller): Promise<Caller | undefined> {
  const operator: Caller | undefined = req.res?.locals.operator;
  if (operator) return operator;
  const token = tokenOf(req);
  return token ? findCaller(token) : undefined;
}

function tokenOf(req: Request): string | undefined {
  return /^Bearer +([\w.-]+)$/i.exec(req.headers.authorization ?? '')?.[1];
}

function authenticateOperator(req: Request, allowed: 'desk' | 'lead'): Caller {
  const operator: Caller | undefined = req.res?.locals.operator;
  if (!operator) throw notFound();
  if (allowed === 'lead' && !operator.isLead) throw forbidden('Only a lead may do this.');
  return operator;
}

const deskPath = /^\/+(api\/+)?ops(\/|$)/i;
const signInPath = /^\/(api\/)?ops\/sign-in\/?$/;
const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Middleware for the desk: every path below `/ops` and `/api/ops` is 404 without an operator's session, except the
 * sign-in. Stores the operator in `res.locals` for `authenticate`. Must stand before all pages and calls.
 *
 * @param findOperator returns the operator whose session a request proves, or undefined.
 */
export function guardDesk(findOperator: (req: Request) => Promise<Caller | undefined>): RequestHandler {
  return async (req, res, next) => {
    // Static files are found by their decoded path.
    const path = decodedPath(req);
    if (!deskPath.test(path)) return next();
    res.set('Cache-Control', 'no-store');
    const operator = await findOperator(req);
    res.locals.operator = operator;
    if (operator || signInPath.test(path)) {
      rejectCrossSite(req);
      return next();
    }
    if (path.match(deskPath)?.[1]) throw notFound();
    // No such page, so that the site responds with its own 404 page.
    req.url = '/404';
    next();
  };
}

/**
 * Rejects requests with effects that another site or origin caused, by the browser's own headers, in addition to the
 * SameSite cookie: a page on another port of this host is the same site. Requests without these headers do not come
 * from a browser. The algorithm is that of CrossOriginProtection in Go's net/http.
 */
export function rejectCrossSite(req: Request): void {
  if (safeMethods.includes(req.method)) return;
  const site = req.get('sec-fetch-site');
  if (site) {
    if (site === 'same-origin' || site === 'none') return;
  } else {
    const origin = req.get('origin');
    if (!origin || URL.parse(origin)?.host === req.get('host')) return;
  }
  throw forbidden('This request came from another site.');
}
