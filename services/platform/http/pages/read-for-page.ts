import type { Request } from 'express';
import type { Endpoint, ResponseBody, Role, Sent } from '#contracts/endpoint.ts';
import type { PersonLocals, PersonRead } from '#contracts/site/page-locals.ts';
import { unauthenticated } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { startDeadline } from '../../request-deadline.ts';
import { rejectOtherRoles } from '../access/authenticate.ts';
import { toHttpError } from '../error-handler.ts';
import type { AccessControl } from '../mount-routes.ts';
import type { RateLimiter } from '../rate-limit/rate-limit.ts';
import { addressOf } from '../requests/client-address.ts';
import { parseResponse } from '../requests/parse-response.ts';
import { validateParams, validateQuery } from '../requests/validate.ts';
import { type Call, type Caller, Reply, type Route } from '../route.ts';

interface PageAccess extends Pick<AccessControl, 'findCaller'> {
  limit: RateLimiter;
  log: Logger;
  /** Returns the id of the session that the cookies of a page request name, or undefined. */
  readCookies(cookies: string | undefined): Promise<string | undefined>;
}

/**
 * Returns the locals by which a page reads for the person of its cookie: it runs the handler of a call in process, with the
 * authorization, rate limit and statements of the call.
 */
export function createPersonLocals<Deps>(
  routes: readonly Route<Deps>[],
  deps: Deps,
  access: PageAccess,
): (req: Request) => PersonLocals {
  const known = new Map(routes.map((route) => [nameOf(route.contract), route]));
  return (req) => {
    // All reads of a page are of one person, who is looked up once.
    let session: ReturnType<PageAccess['readCookies']> | undefined;
    let caller: ReturnType<PageAccess['findCaller']> | undefined;
    const findCaller: PageAccess['findCaller'] = (sessionId) => {
      caller ??= access.findCaller(sessionId);
      return caller;
    };
    return {
      async readForPerson<E extends Endpoint>(endpoint: E, sent: Sent<E>) {
        session ??= access.readCookies(req.headers.cookie);
        const sessionId = await session;
        if (!sessionId) return undefined;
        const result: PersonRead<E> = {};
        try {
          // The contract that the build of the pages contains is a copy.
          const route = known.get(nameOf(endpoint));
          if (!route) throw new Error(`No call: ${nameOf(endpoint)}`);
          const body: ResponseBody<E> = await run(req, route, deps, {
            ...{ ...access, findCaller, sessionId, sent },
            onCaller: (reader) => {
              result.person = personOf(reader);
            },
          });
          // As Express names what a call responds.
          result.response = { body, etag: req.app.get('etag fn')(JSON.stringify(body)) };
        } catch (error) {
          if (toHttpError(error).status >= 500) access.log.error({ err: error }, 'a read of a page failed');
        }
        return result;
      },
    };
  };
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

async function run<Deps, E extends Endpoint>(
  req: Request,
  { contract, handle, findCaller }: Route<Deps>,
  deps: Deps,
  access: PageAccess & { sessionId: string; sent: Sent<E>; onCaller: (caller: Caller) => void },
) {
  const { method, auth, response } = contract;
  // A page has no effects.
  if (method !== 'GET' || contract.hasEffect || typeof response === 'string' || !isOfProduct(auth))
    throw new Error(`Not a read of the product: ${nameOf(contract)}`);
  const { params: sentParams, query: sentQuery } = access.sent as { params?: object; query?: object };
  return startDeadline().run(async () => {
    const findPerson = () =>
      findCaller ? findCaller(access.sessionId, deps) : access.findCaller(access.sessionId);
    const caller = auth === 'public' ? undefined : await findPerson();
    if (auth !== 'public') {
      if (!caller) throw unauthenticated();
      access.onCaller(caller);
      rejectOtherRoles(caller, auth);
    }
    const params = validateParams(contract.params, textsOf(sentParams));
    const query = validateQuery(contract.query, textsOf(sentQuery));
    const counted = await access.limit(contract, { req, caller, body: undefined });
    const ip = addressOf(req);
    const userAgent = req.get('user-agent');
    const call = { caller, userAgent, params, query, ip, isForPage: true } as Call<Endpoint>;
    const result = await handle(call, deps);
    await counted.succeeded();
    return parseResponse(response, result instanceof Reply ? result.body : result) as ResponseBody<E>;
  });
}

const personOf = ({ id, role, timeZone = null }: Caller) => ({ id, role, timeZone });

type ProductAuth = 'public' | 'token' | readonly Role[];
const isOfProduct = (auth: Endpoint['auth']): auth is ProductAuth =>
  auth === 'public' || auth === 'token' || typeof auth === 'object';

// As they arrive in the address of a request.
function textsOf(values: object = {}): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
