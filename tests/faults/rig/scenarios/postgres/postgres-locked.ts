import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Scenario } from '../scenario.ts';
import { watchExits } from '../watch-exits.ts';

const restMs = 8_000;
const lockedMs = 20_000;
const locked = ['payments', 'outbox', 'payments, outbox'] as const;
const deadlock = '40P01';

/** Another client holds ACCESS EXCLUSIVE locks: on payments, on the outbox, and on both, for 20 s each. */
export const postgresLocked: Scenario = {
  name: 'postgres-locked',
  rate: 3,
  seconds: (locked.length * (restMs + lockedMs)) / 1_000 + 5,
  async act(stage) {
    const { system } = stage;
    const exits = watchExits(system);
    const client = new pg.Client({ connectionString: system.database.superuserUrl });
    await client.connect();
    for (const tables of locked) {
      await sleep(restMs);
      await stage.fault(`lock ${tables}`, async () => {
        await lock(client, tables);
        await sleep(lockedMs);
        await client.query('ROLLBACK');
      });
    }
    await client.end();
    return { figures: { 'times locked': locked.length }, violations: exits() };
  },
};

/** Its own request for the locks can be the one that PostgreSQL ends to resolve a deadlock. */
async function lock(client: pg.Client, tables: string): Promise<void> {
  for (;;) {
    await client.query('BEGIN');
    try {
      await client.query(`LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`);
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      if (!(error instanceof pg.DatabaseError) || error.code !== deadlock) throw error;
    }
  }
}
