import type { Request } from 'express';
import type { Endpoint } from '#contracts/endpoint.ts';
import { forbidden, notFound, unauthenticated } from '../../errors.ts';
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
  allowed: Exclude<Endpoint['auth'], 'public' | 'optional'>,
  findCaller: FindCaller,
): Promise<Caller> {
  if (allowed === 'desk' || allowed === 'lead') return authenticateOperator(req, allowed);
  const token = tokenOf(req);
  if (!token) throw unauthenticated();
  const caller = await findCaller(token);
  if (!caller) throw unauthenticated('Your session has ended. Please sign in again.');
  if (allowed !== 'token' && !allowed.includes(caller.role)) throw forbidden();
  return caller;
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
