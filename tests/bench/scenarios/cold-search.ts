import { type CourseQuery, CourseQuerySchema } from '#contracts/catalogue/catalogue.ts';
import { searchCourses } from '#services/catalogue/search-courses.ts';
import { createSearchPool } from '#services/catalogue/search-pool.ts';
import { atMost } from '../core/limits.ts';
import type { Scenario } from '../core/scenario.ts';
import { median } from '../core/statistics.ts';
import { courseQuestions } from '../data/course-questions.ts';
import { openDatasets } from '../data/datasets.ts';
import { timeMs } from '../load/time-ms.ts';

const size = 1_000_000;
const rounds = 10;
const at = `at ${size.toLocaleString('en')} courses`;
const goals = {
  cold: { id: `3 cold ${at}`, what: 'slowest search from a cold cache, ms', limit: atMost(150) },
  warm: { id: `3 warm ${at}`, what: 'the same search again, ms' },
};

/** Goal 3 after a restart: each search as the first one, with nothing of the database in memory. */
export const coldSearches: Scenario = {
  name: `search-${size}-cold`,
  goals: Object.values(goals),
  seconds: 150,
  async run(context) {
    const datasets = await openDatasets([size], context.report);
    context.defer(() => datasets.stop());
    const slowest: Times[] = [];
    const classes = new Map<string, Times[]>();
    let how = '';
    const count = context.isQuick ? 1 : rounds;
    for (let round = 1; round <= count; round += 1) {
      context.round(round, count);
      const ofRound: Times[] = [];
      for (const [name, { queries }] of Object.entries(courseQuestions)) {
        for (const query of queries) {
          how = await datasets.restartCold();
          const times = await measure(datasets.applicationUrlOf(size), query);
          ofRound.push(times);
          classes.set(name, [...(classes.get(name) ?? []), times]);
        }
      }
      slowest.push(ofRound.reduce((most, times) => (times.coldMs > most.coldMs ? times : most)));
    }
    const note = `${how}; highest and median cold, median warm: ${describe(classes)}`;
    return [
      { goal: goals.cold.id, values: slowest.map(({ coldMs }) => coldMs), note },
      { goal: goals.warm.id, values: slowest.map(({ warmMs }) => warmMs) },
    ];
  },
};

interface Times {
  coldMs: number;
  /** Median of the same search three times more. */
  warmMs: number;
}

async function measure(databaseUrl: string, query: Partial<CourseQuery>): Promise<Times> {
  const pool = createSearchPool(databaseUrl, 1);
  try {
    // An API that serves searches has connected before.
    await pool.query('SELECT 1');
    const parsed = CourseQuerySchema.parse(query);
    const search = () => timeMs(() => searchCourses(pool, parsed));
    const coldMs = await search();
    return { coldMs, warmMs: median([await search(), await search(), await search()]) };
  } finally {
    await pool.end();
  }
}

const describe = (classes: ReadonlyMap<string, readonly Times[]>) =>
  [...classes]
    .map(([name, times]) => {
      const cold = times.map(({ coldMs }) => coldMs);
      const figures = [Math.max(...cold), median(cold), median(times.map(({ warmMs }) => warmMs))];
      return `${name} ${figures.map((ms) => ms.toFixed(0)).join(', ')}`;
    })
    .join('; ');
