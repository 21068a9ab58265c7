import { connectBareBull } from '../processes/bare-queue.ts';
import { createRunCounter } from '../processes/count-runs.ts';

// BullMQ without anything of the product: a worker that does nothing.
const { DATABASE_URL = '', REDIS_URL } = process.env;
const counter = createRunCounter();
const bull = connectBareBull({ databaseUrl: DATABASE_URL, redisUrl: REDIS_URL || undefined });
const worker = bull.createWorker('floor', () => counter.count(async () => {}), Number(process.argv[2]));
await worker.waitUntilReady();
process.on('disconnect', () => process.exit(0));
process.send?.({ type: 'ready' });
