import type { IncomingHttpHeaders } from 'node:http';
import type { Role } from '#contracts/endpoint.ts';
import { forbidden, unauthenticated } from '../errors.ts';
import type { Caller } from './route.ts';

/** Returns the caller whose valid session a token belongs to. */
export type FindCaller = (token: string) => Promise<Caller | undefined>;

/**
 * Authenticates and authorizes a request by its `Authorization: Bearer` header. Returns the caller.
 *
 * @throws {HttpError} 401 without a valid session, 403 for a role that is not allowed.
 */
export async function authenticate(
  headers: IncomingHttpHeaders,
  allowed: 'token' | readonly Role[],
  findCaller: FindCaller,
): Promise<Caller> {
  const token = /^Bearer +([\w.-]+)$/i.exec(headers.authorization ?? '')?.[1];
  if (!token) throw unauthenticated();
  const caller = await findCaller(token);
  if (!caller) throw unauthenticated('Your session has ended. Please sign in again.');
  if (allowed !== 'token' && !allowed.includes(caller.role)) throw forbidden();
  return caller;
}
