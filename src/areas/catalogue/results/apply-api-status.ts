import type { Endpoint } from '#contracts/endpoint.ts';

/** What a page failed with: a status, and when to try again. */
interface Failed {
  status: number;
  retryAfterS?: number;
}

/** Gives a page the status and the headers that the same answer of the API has. */
export function applyApiStatus(
  response: { status?: number; headers: Headers },
  outcome: number | Failed,
  { maxAgeS, staleS }: NonNullable<Endpoint['cache']>,
): void {
  const { status, retryAfterS = undefined } = typeof outcome === 'number' ? { status: outcome } : outcome;
  response.status = status;
  response.headers.set(
    'Cache-Control',
    status === 200 ? `public, max-age=${maxAgeS}, stale-while-revalidate=${staleS}` : 'no-store',
  );
  if (retryAfterS) response.headers.set('Retry-After', String(retryAfterS));
}
