import type { Endpoint } from '#contracts/endpoint.ts';

/** A failed query: its HTTP status, and the `Retry-After` delay. */
interface Failed {
  status: number;
  retryAfterS?: number;
}

/** Sets the status and the caching headers that the API sends for the same outcome. */
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
