import { findCaddy } from '#tests/support/vitest/requirements.ts';
import { needsRedis } from '../queue/needs-redis.ts';
import { everyProcess, type Scenario } from '../scenario.ts';

/**
 * Three APIs and three workers on Redis behind Caddy. Their pools leave PostgreSQL's default 100 connections room for the
 * rig; the grace period is the default of production, since the tests have none.
 */
export const sixProcesses = {
  system: { apis: 3, workers: 3, proxy: 'caddy' },
  environment: everyProcess({ API_POOL_SIZE: '8', WORKER_POOL_SIZE: '8', SHUTDOWN_GRACE_SECONDS: '5' }, 3),
  missing: (options) => needsRedis(options) ?? findCaddy().missing,
} satisfies Partial<Scenario>;
