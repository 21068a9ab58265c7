import type { IncomingHttpHeaders } from 'node:http';
import type { Role } from '#contracts/endpoint.ts';
import { forbidden, unauthenticated } from '../errors.ts';
import type { Caller } from './route.ts';

/** Finds out whose living session a token belongs to. */
export type FindCaller = (token: string) => Promise<Caller | undefined>;

/** Who calls, by the `Authorization: Bearer` header. Refuses with 401 without a living session, 403 for other roles. */
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
