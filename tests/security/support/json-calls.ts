import type { Endpoint, Role } from '#contracts/endpoint.ts';
import { deskRoutes } from '#services/desk-routes.ts';
import { routes } from '#services/routes.ts';
import { joinDesk } from '#tests/support/people/operators.ts';
import { fileRequest, join, type SignedIn } from '#tests/support/people/people.ts';
import type { TestProduct } from '#tests/support/product/test-product.ts';
import { rightBody } from './right-bodies.ts';

/** A user of each role, and an open request. */
export interface Cast {
  people: Record<Exclude<Role, 'operator'>, SignedIn>;
  requestId: string;
  /** `Cookie` header of a lead. */
  desk: string;
}

/** Signs up a user of each role. */
export async function gatherCast(product: TestProduct): Promise<Cast> {
  const people = {
    learner: await join(product.url, 'learner'),
    sponsor: await join(product.url, 'sponsor'),
  };
  return {
    people,
    requestId: await fileRequest(product.url, people.learner),
    desk: (await joinDesk(product, 'lead')).cookie,
  };
}

/** A call that takes JSON, its path below the server, and a body that is right. */
export interface JsonCall {
  name: string;
  contract: Endpoint;
  path(cast: Cast): string;
  /** Of a caller who may make it. */
  headers(cast: Cast): Record<string, string>;
  body(cast: Cast): object;
}

/** Every call that takes JSON, from the lists of routes. */
export const jsonCalls: JsonCall[] = [...routes, ...deskRoutes]
  .map(({ contract }) => contract)
  .filter(({ body, file }) => body && !file)
  .map((contract) => {
    const name = `${contract.method} ${contract.path}`;
    return {
      name,
      contract,
      path: ({ requestId }) => `/api${contract.path.replaceAll(/:\w+/g, requestId)}`,
      headers: ({ people, desk }) => {
        if (contract.path.startsWith('/ops/')) return { cookie: desk };
        const token = tokenFor(contract, people);
        return token ? { authorization: `Bearer ${token}` } : {};
      },
      body: ({ people: { learner }, requestId }) => rightBody(name, { learner, requestId }),
    };
  });

/** Returns the token of a user who may use a call. */
export function tokenFor({ auth }: Endpoint, people: Cast['people']): string | undefined {
  if (typeof auth === 'string') return auth === 'token' ? people.learner.token : undefined;
  return people[auth.includes('learner') ? 'learner' : 'sponsor'].token;
}
