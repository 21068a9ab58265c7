import type { ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type * as z from 'zod/mini';
import type { Endpoint, ResponseBody } from '#contracts/endpoint.ts';
import { $token } from '#src/browser/session.ts';
import { queryClient } from '#src/browser/use-api-query.ts';
import '#src/styles/global.css';

type Respond = (url: URL, body: unknown) => Response | Promise<Response>;
const never = () => new Promise<Response>(() => {});

const responses = new Map<string, Respond>();
const unexpected: string[] = [];
let root: Root | undefined;

beforeEach(() => {
  responses.clear();
  unexpected.length = 0;
  $token.set('token');
  vi.stubGlobal('fetch', respond);
  const { queries } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } });
});

afterEach(() => {
  root?.unmount();
  root = undefined;
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
  expect(unexpected).toEqual([]);
});

function respond(url: string, { method = 'GET', body }: RequestInit = {}): Response | Promise<Response> {
  const address = new URL(url, location.origin);
  const { pathname } = address;
  const call = `${method} ${pathname.replace(/^\/api/, '')}`;
  const makeResponse = responses.get(call);
  if (makeResponse) return makeResponse(address, typeof body === 'string' ? JSON.parse(body) : body);
  // A stream without events.
  if (pathname.endsWith('/changes')) return never();
  unexpected.push(call);
  return Response.json({ message: 'Not found.' }, { status: 404 });
}

/** Sets the response of the calls of an endpoint; a rejected promise is a failure of the network. */
export function on({ method, path }: Endpoint, getResponse: Respond): void {
  responses.set(`${method} ${path}`, getResponse);
}

/** Lets calls of an endpoint succeed with this body, which its contract must accept. */
export function succeed<E extends Endpoint>(endpoint: E, body: ResponseBody<E>): void {
  (endpoint.response as z.ZodMiniType).parse(body);
  on(endpoint, () => Response.json(body));
}

/** Lets calls of an endpoint fail. */
export function fail(endpoint: Endpoint, status: number, message: string): void {
  on(endpoint, () => Response.json({ message }, { status }));
}

/** Lets calls of an endpoint wait for ever. */
export const hang = (endpoint: Endpoint): void => on(endpoint, never);

/** Renders an island into an empty page. The API responds as set by {@link succeed}, {@link fail}, {@link hang} and {@link on}. */
export function render(island: ReactElement): void {
  document.body.innerHTML = '<main></main>';
  root?.unmount();
  root = createRoot(document.body.firstElementChild as Element);
  root.render(island);
}
