import { connectBareBull } from '../processes/bare-queue.ts';
import { createStartRecorder } from '../processes/timed-job.ts';

// BullMQ without anything of the product: a worker that records when its jobs start.
const { DATABASE_URL = '', REDIS_URL } = process.env;
const record = createStartRecorder();
const bull = connectBareBull({ databaseUrl: DATABASE_URL, redisUrl: REDIS_URL || undefined });
const worker = bull.createWorker<{ startedAtMs: number }>('floor', ({ data }) => record(data.startedAtMs), 4);
await worker.waitUntilReady();
process.on('disconnect', () => process.exit(0));
process.send?.({ type: 'ready' });
