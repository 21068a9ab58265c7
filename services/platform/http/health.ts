import express, { type Router } from 'express';
import type { DataSource } from 'typeorm';
import { unavailable } from '../errors.ts';

/** `/live`: the process answers. `/ready`: it can also work, because the database answers and is migrated. */
export function healthRouter(db: DataSource): Router {
  const router = express.Router();
  router.get('/live', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'live' });
  });
  router.get('/ready', async (_req, res) => {
    if (await db.showMigrations().catch(() => true)) throw unavailable('Not ready.', 2);
    res.set('Cache-Control', 'no-store').json({ status: 'ready' });
  });
  return router;
}
