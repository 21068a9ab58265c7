import express, { type Router } from 'express';
import type { DataSource } from 'typeorm';
import { findPendingMigrations } from '../database/pending-migrations.ts';
import { HttpError } from '../errors.ts';

interface HealthDeps {
  db: DataSource;
  /** Whether Redis responds, within about half a second; always true where the queues live in PostgreSQL. */
  isQueueReachable(): Promise<boolean>;
  /** Aborted when the process begins to shut down. */
  shutdown?: AbortSignal | undefined;
}

/**
 * Health checks. `/live` (liveness): the process responds. `/ready` (readiness): the database responds and is migrated,
 * and the queue's server responds; otherwise, and during a shutdown, 503 with the failed checks. `/ready?exclude=queue` ignores the queue, for
 * load balancers: the API serves every call without it (decision 026).
 */
export function healthRouter({ db, isQueueReachable, shutdown }: HealthDeps): Router {
  const all: Record<string, () => Promise<string>> = {
    database: async () => ((await findPendingMigrations(db)).length > 0 ? 'not migrated' : 'ok'),
    queue: async () => ((await isQueueReachable()) ? 'ok' : 'unavailable'),
  };
  const router = express.Router();
  router.use((_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/live', (_req, res) => {
    res.json({ status: 'live' });
  });
  router.get('/ready', async (req, res) => {
    if (shutdown?.aborted)
      throw new HttpError(503, 'Not ready.', { retryAfterS: 2, errors: { process: 'shutting down' } });
    const excluded = [req.query.exclude].flat();
    const names = Object.keys(all).filter((name) => !excluded.includes(name));
    const states = await Promise.all(names.map((name) => all[name]?.().catch(() => 'unavailable')));
    const problems = names.flatMap((name, index) => (states[index] === 'ok' ? [] : [[name, states[index]]]));
    if (problems.length > 0)
      throw new HttpError(503, 'Not ready.', { retryAfterS: 2, errors: Object.fromEntries(problems) });
    res.json({ status: 'ready' });
  });
  return router;
}
