import type pg from 'pg';
import { CourseQuerySchema } from '#contracts/catalogue/catalogue.ts';
import { searchCourses } from '#services/catalogue/search-courses.ts';
import { createSearchPool } from '#services/catalogue/search-pool.ts';
import { atMost } from '../core/limits.ts';
import type { Context, Goal, Measurement, Scenario } from '../core/scenario.ts';
import { mean, median } from '../core/statistics.ts';
import { courseQuestions } from '../data/course-questions.ts';
import { type DatasetSize, openDatasets } from '../data/datasets.ts';
import { drawQueries } from '../data/draw-queries.ts';
import { timeMs } from '../load/time-ms.ts';

const repetitions = 3;
const lookupCount = 200;

/** Goal 3: the SQL of a search, in lookups of one course by primary key on the same connection. */
export const searches: readonly Scenario[] = [searchAt(100_000, 10), searchAt(1_000_000, 30)];

function searchAt(size: 100_000 | 1_000_000, most: number): Scenario {
  const at = `at ${size.toLocaleString('en')} courses`;
  const goals = {
    mix: { id: `3 mix ${at}`, what: 'lookups, mix of fixed queries', limit: atMost(most) },
    drawn: { id: `3 drawn ${at}`, what: 'lookups, queries drawn by weights, deep pages included' },
    slowest: { id: `3 slowest ${at}`, what: 'lookups, slowest class', limit: atMost(150) },
    noMatch: { id: `3 no match ${at}`, what: 'lookups, class without a match', limit: atMost(10) },
  } satisfies Record<string, Goal>;
  return {
    name: `search-${size}`,
    goals: Object.values(goals),
    seconds: 60,
    async run(context) {
      const pool = await openPool(context, size);
      const costs = await measure(context, pool);
      const classes = [...(costs[0]?.classes.keys() ?? [])];
      const ofRounds = (cost: (round: RoundCosts) => number) => costs.map(cost);
      const described = classes.map(
        (name) => `${name} ${median(costs.map((round) => round.classes.get(name) ?? Number.NaN)).toFixed(1)}`,
      );
      const lookupMs = median(ofRounds((round) => round.lookupMs)).toFixed(2);
      const measurements: Measurement[] = [
        {
          goal: goals.mix.id,
          values: ofRounds(mixOf),
          note: `${described.join(', ')}; a lookup takes ${lookupMs} ms`,
        },
        { goal: goals.drawn.id, values: ofRounds(({ drawn }) => drawn) },
        { goal: goals.slowest.id, values: ofRounds(({ classes: times }) => Math.max(...times.values())) },
        {
          goal: goals.noMatch.id,
          values: ofRounds(({ classes: times }) => times.get('no match') ?? Number.NaN),
        },
      ];
      return measurements;
    },
  };
}

interface RoundCosts {
  lookupMs: number;
  /** Cost of each class in lookups. */
  classes: ReadonlyMap<string, number>;
  drawn: number;
}

const mixOf = ({ classes }: RoundCosts) =>
  mean(
    Object.entries(courseQuestions).flatMap(([name, { isMix, queries }]) =>
      // Weighted by the number of queries.
      isMix ? queries.map(() => classes.get(name) ?? Number.NaN) : [],
    ),
  );

async function openPool(context: Context, size: DatasetSize): Promise<pg.Pool> {
  const datasets = await openDatasets([size], context.report);
  context.defer(() => datasets.stop());
  const pool = createSearchPool(datasets.applicationUrlOf(size), 1);
  context.defer(() => pool.end());
  return pool;
}

async function measure(context: Context, pool: pg.Pool): Promise<RoundCosts[]> {
  const { rows } = await pool.query<{ id: string }>(`SELECT id FROM courses LIMIT ${lookupCount}`);
  const ids = rows.map(({ id }) => id);
  const rounds: RoundCosts[] = [];
  // The round before the first warms up: connections, prepared statements, cached pages.
  for (let round = 0; round <= context.rounds; round += 1) {
    context.round(round, context.rounds);
    const lookups: number[] = [];
    const look = async () => {
      for (const id of ids) lookups.push(await timeMs(() => lookUp(pool, id)));
    };
    await look();
    const classes = new Map<string, number>();
    for (const [name, { queries }] of Object.entries(courseQuestions)) {
      const times: number[] = [];
      for (const query of queries) times.push(await medianMs(pool, query));
      classes.set(name, mean(times));
    }
    await look();
    const drawnTimes: number[] = [];
    for (const query of drawQueries(context.isQuick ? 50 : 300, round))
      drawnTimes.push(await medianMs(pool, query, 1));
    await look();
    const lookupMs = median(lookups);
    if (round === 0) continue;
    rounds.push({
      lookupMs,
      classes: new Map([...classes].map(([name, ms]) => [name, ms / lookupMs])),
      drawn: mean(drawnTimes) / lookupMs,
    });
  }
  return rounds;
}

async function lookUp(pool: pg.Pool, id: string): Promise<void> {
  const { rowCount } = await pool.query({
    name: 'look',
    text: 'SELECT * FROM courses WHERE id = $1',
    values: [id],
  });
  if (rowCount !== 1) throw new Error(`There is no course ${id}.`);
}

async function medianMs(pool: pg.Pool, query: object, times = repetitions): Promise<number> {
  const parsed = CourseQuerySchema.parse(query);
  const measured: number[] = [];
  for (let time = 0; time < times; time += 1) {
    measured.push(await timeMs(() => searchCourses(pool, parsed)));
  }
  return median(measured);
}
