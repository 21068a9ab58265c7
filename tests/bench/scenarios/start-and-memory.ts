import { setTimeout as sleep } from 'node:timers/promises';
import { builtPages } from '#tests/support/pages/built-pages.ts';
import { atMost } from '../core/limits.ts';
import type { Scenario } from '../core/scenario.ts';
import { median } from '../core/statistics.ts';
import { openDatasets } from '../data/datasets.ts';
import { openLocalProviders } from '../processes/product.ts';
import { startServer } from '../processes/start-server.ts';

/** Time after which a process is idle, in milliseconds: what it loads after it is ready counts. */
const idleAfterMs = 3_000;

const entries = {
  api: 'services/server.ts',
  worker: 'workers/worker.ts',
  floor: 'tests/bench/floors/typeorm-row.ts',
};

/** Goal 9: from the start of a process until it is ready, and its memory when idle, against Express + TypeORM. */
export const startAndMemory: Scenario = {
  name: 'start-and-memory',
  goals: [
    { id: '9 API start', what: 'start to ready ÷ Express + TypeORM', limit: atMost(3) },
    { id: '9 worker start', what: 'start to ready ÷ Express + TypeORM', limit: atMost(3) },
    { id: '9 API memory', what: 'idle RSS ÷ Express + TypeORM', limit: atMost(1.7) },
    { id: '9 worker memory', what: 'idle RSS ÷ Express + TypeORM', limit: atMost(1.7) },
  ],
  seconds: 75,
  async run(context) {
    await builtPages();
    const datasets = await openDatasets([], context.report);
    context.defer(() => datasets.stop());
    const { applicationUrl, drop } = await datasets.copy('empty');
    context.defer(drop);
    const settings = await openLocalProviders(context, applicationUrl);
    const start = async (entry: keyof typeof entries) => {
      const server = await startServer(context, entries[entry], settings);
      await sleep(idleAfterMs);
      const measured = { startMs: server.readyAfterMs, rssMb: server.rssMb() };
      await server.stop();
      return measured;
    };
    const rounds: Record<keyof typeof entries, Awaited<ReturnType<typeof start>>>[] = [];
    for (let round = 0; round <= context.rounds; round += 1) {
      context.round(round, context.rounds);
      const measured = {
        api: await start('api'),
        worker: await start('worker'),
        floor: await start('floor'),
      };
      // The first round reads the files of all modules into the memory of the system.
      if (round > 0) rounds.push(measured);
    }
    const ratios = (entry: 'api' | 'worker', figure: 'startMs' | 'rssMb') =>
      rounds.map((round) => round[entry][figure] / round.floor[figure]);
    const side = (name: string, entry: keyof typeof entries) => ({
      name,
      p50Ms: median(rounds.map((round) => round[entry].startMs)),
      rssMb: median(rounds.map((round) => round[entry].rssMb)),
      errors: 0,
    });
    const floor = side('Express + TypeORM', 'floor');
    return [
      { goal: '9 API start', values: ratios('api', 'startMs'), sides: [side('API', 'api'), floor] },
      {
        goal: '9 worker start',
        values: ratios('worker', 'startMs'),
        sides: [side('worker', 'worker'), floor],
      },
      { goal: '9 API memory', values: ratios('api', 'rssMb') },
      { goal: '9 worker memory', values: ratios('worker', 'rssMb') },
    ];
  },
};
