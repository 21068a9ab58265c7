import { CourseQuerySchema } from '#contracts/catalogue/catalogue.ts';
import { getDashboard as dashboardContract } from '#contracts/dashboard/dashboard.ts';
import { listRequests as listingContract } from '#contracts/requests/listing.ts';
import { searchCourses } from '#services/catalogue/search-courses.ts';
import { getDashboard } from '#services/dashboard/get-dashboard.ts';
import type { Deps } from '#services/deps.ts';
import { listRequests } from '#services/requests/listing/list-requests.ts';
import { atMost } from '../core/limits.ts';
import type { Context, Goal, Measurement, Scenario } from '../core/scenario.ts';
import { mean, median, slopeOf } from '../core/statistics.ts';
import { courseQuestions } from '../data/course-questions.ts';
import { type DatasetSize, datasetSizes, openDatasets } from '../data/datasets.ts';
import { findActivePeople, openProduct } from '../data/open-product.ts';
import { addPendingPayments } from '../data/pending-payments.ts';
import { settleDirectly } from '../data/settle-directly.ts';
import { timeMs } from '../load/time-ms.ts';

const most = 0.25;
const people = 10;
const settlesEach = 6;

const kinds = ['search', 'listing', 'dashboard', 'settle'] as const;
type Kind = (typeof kinds)[number];
const goalOf: Record<Kind, Goal> = {
  search: { id: '8 search', what: 'slope, log-log, 10³ to 10⁶ courses', limit: atMost(most) },
  listing: { id: '8 listing', what: 'slope, log-log, 10³ to 10⁵ open requests', limit: atMost(most) },
  dashboard: { id: '8 dashboard', what: 'slope, log-log, 10³ to 10⁶ people', limit: atMost(most) },
  settle: { id: '8 settle', what: 'slope, log-log, 10³ to 10⁶ people', limit: atMost(most) },
};

/** Median time of each kind of call, in milliseconds. */
type Costs = Record<Kind, number>;

/** Goal 8: how the cost of calls grows with the data, measured upward and downward on connections that stay open. */
export const growth: Scenario = {
  name: 'growth',
  goals: kinds.map((kind) => goalOf[kind]),
  seconds: 120,
  async run(context) {
    const sizes = context.isQuick ? datasetSizes.slice(0, 3) : datasetSizes;
    const datasets = await openDatasets(sizes, context.report);
    context.defer(() => datasets.stop());
    const measured = new Map<DatasetSize, { take(): Promise<Costs>; costs: Costs[] }>();
    for (const size of sizes) {
      const deps = await openProduct(context, datasets.applicationUrlOf(size));
      measured.set(size, { take: await createCalls(deps), costs: [] });
    }
    // The first pass, in both directions, warms up.
    for (let round = 0; round <= context.rounds; round += 1) {
      context.round(round, context.rounds);
      for (const size of [...sizes, ...sizes.toReversed()]) {
        const entry = measured.get(size);
        const costs = await entry?.take();
        if (entry && costs && round > 0) entry.costs.push(costs);
      }
    }
    return kinds.map((kind) => present(kind, context, measured));
  },
};

function present(
  kind: Kind,
  { rounds }: Context,
  measured: ReadonlyMap<DatasetSize, { costs: readonly Costs[] }>,
): Measurement {
  // The listing has 100,000 open requests at most.
  const sizes = [...measured].filter(([size]) => kind !== 'listing' || size <= 100_000);
  const growthOf = (pick: (costs: readonly number[]) => number) =>
    sizes.map(([size, { costs }]) => ({ size, cost: pick(costs.map((cost) => cost[kind])) }));
  // Each round has two costs of a size, one upward and one downward.
  const slopeOfRound = (round: number) =>
    slopeOf(growthOf((costs) => mean(costs.slice(2 * round, 2 * round + 2))));
  const points = growthOf(median);
  return {
    goal: goalOf[kind].id,
    values: Array.from({ length: rounds }, (_, round) => slopeOfRound(round)),
    growth: points,
    note: points.map(({ size, cost }) => `${size}: ${cost.toFixed(2)} ms`).join(', '),
  };
}

/** Returns a function that makes each kind of call several times and returns the medians. */
async function createCalls(deps: Deps): Promise<() => Promise<Costs>> {
  const [learners, sponsors] = [
    await findActivePeople(deps, 'learner', people),
    await findActivePeople(deps, 'sponsor', people),
  ];
  if (learners.length < people || sponsors.length < people)
    throw new Error('The dataset has too few people.');
  const queries = Object.values(courseQuestions)
    .flatMap(({ isMix, queries: list }) => (isMix ? list : []))
    .map((query) => CourseQuerySchema.parse(query));
  const listings = [
    {},
    { search: 'farmers' },
    { search: 'zanzibar' },
    { currency: 'USD', max: 50 },
    { page: 2 },
  ].map((query) => listingContract.query.parse(query));
  const asCaller = (id: string, role: 'learner' | 'sponsor') => ({ caller: { id, role, sessionId: '' } });
  const own = [
    ...learners.map((id) => asCaller(id, 'learner')),
    ...sponsors.map((id) => asCaller(id, 'sponsor')),
  ];
  const medianOf = async <T>(list: readonly T[], work: (item: T) => Promise<unknown>) => {
    const times: number[] = [];
    for (const item of list) times.push(await timeMs(() => work(item)));
    return median(times);
  };
  const query = dashboardContract.query.parse({});
  return async () => {
    const pending = await addPendingPayments(deps.db, settlesEach);
    if (pending.length < settlesEach) throw new Error(`Only ${pending.length} payments could be prepared.`);
    const searchTimes: number[] = [];
    for (const searchQuery of queries)
      searchTimes.push(
        await medianOf([searchQuery, searchQuery, searchQuery], (q) => searchCourses(deps.search, q)),
      );
    return {
      // The queries of the mix cost differently, so their mean counts, as of a mix of visitors.
      search: mean(searchTimes),
      listing: await medianOf([...listings, ...listings, ...listings], (listing) =>
        listRequests({ ...asCaller(sponsors[0] ?? '', 'sponsor'), query: listing } as never, deps),
      ),
      dashboard: await medianOf(own, (request) => getDashboard({ ...request, query } as never, deps)),
      settle: await medianOf(pending, (payment) => settleDirectly(deps.db, payment)),
    };
  };
}
