import pg from 'pg';
import { connectBareBull } from '../processes/bare-queue.ts';
import { createRunCounter } from '../processes/count-runs.ts';

// BullMQ without anything of the product: a worker that does nothing, or claims and closes the row of each job.
const { DATABASE_URL = '', REDIS_URL } = process.env;
const [concurrency, queue = ''] = [Number(process.argv[2]), process.argv[3]];
const counter = createRunCounter();
const bull = connectBareBull({ databaseUrl: DATABASE_URL, redisUrl: REDIS_URL || undefined });
const pool = queue.endsWith('rows')
  ? new pg.Pool({ connectionString: DATABASE_URL, max: concurrency })
  : undefined;

async function write(name: string, text: string, id: number): Promise<void> {
  const result = await pool?.query({ name, text, values: [id] });
  if (result && result.rowCount !== 1) throw new Error(`There is no row ${id} to ${name}.`);
}

async function work({ id }: { id: number }): Promise<void> {
  await write('claim', 'UPDATE floor_jobs SET claimed_at = now() WHERE id = $1 AND claimed_at IS NULL', id);
  await write('close', 'UPDATE floor_jobs SET closed_at = now() WHERE id = $1 AND closed_at IS NULL', id);
}

const worker = bull.createWorker<{ id: number }>(
  queue,
  ({ data }) => counter.count(() => work(data)),
  concurrency,
);
await worker.waitUntilReady();
process.on('disconnect', () => process.exit(0));
process.send?.({ type: 'ready' });
