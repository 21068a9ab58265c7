import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { type Lane, startLane } from './lanes.ts';
import type { Mutation } from './mutation.ts';
import { type MutationArea, readAreas } from './read-areas.ts';

// `npm run test:mutations -- [AREA…] [--rule TEXT]…`: applies each change of tests/mutations/<area>.mutations.ts (or those whose rule
// contains TEXT) to a scratch copy and runs the tests near it, which have to fail. Exit code 0: every change is caught, and there are
// enough of them; 1: not; 2: wrong arguments; 130: interrupted.

const leastTotal = 150;

const root = fileURLToPath(new URL('../..', import.meta.url));
const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: { rule: { type: 'string', multiple: true } },
});
const all = await readAreas();
const unknown = names.filter((name) => !all.some((area) => area.name === name));
if (unknown.length > 0) {
  print(`No such area: ${unknown.join(', ')}. Areas: ${all.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
const areas = all
  .filter(({ name }) => names.length === 0 || names.includes(name))
  .map(({ name, mutations }) => ({
    name,
    mutations: mutations.filter(({ rule }) => values.rule?.some((part) => rule.includes(part)) ?? true),
  }));

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());

const lanes: Lane[] = [];
try {
  for (let index = 0; index < Math.min(2, availableParallelism()); index++)
    lanes.push(await startLane(root, interrupted.signal));
  process.exitCode = (await isGreen(areas)) && (await areCaught(areas)) && isWhole(areas) ? 0 : 1;
} catch (error) {
  if (!interrupted.signal.aborted) throw error;
  process.exitCode = 130;
} finally {
  await Promise.all(lanes.map((lane) => lane.stop()));
}

/** Runs the tests without a change. */
async function isGreen(areas: readonly MutationArea[]): Promise<boolean> {
  const tests = new Set(
    areas.flatMap(({ mutations }) => mutations).flatMap((mutation) => [...mutation.tests]),
  );
  print(`Running ${tests.size} test files without a change …`);
  const problems = await inLanes([...tests], async (lane, test) => {
    const { failed, errors } = await lane.run([test]);
    return [...failed, ...errors];
  });
  for (const problem of problems.flat()) print(`FAILED without a change: ${problem}`);
  return problems.flat().length === 0;
}

async function areCaught(areas: readonly MutationArea[]): Promise<boolean> {
  const cases = areas.flatMap(({ name, mutations }) => mutations.map((mutation) => ({ name, mutation })));
  const results = await inLanes(cases, async (lane, { name, mutation }) => {
    const startedAt = performance.now();
    const { isCaught, detail } = await tryMutation(lane, mutation);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    print(`${isCaught ? 'caught  ' : 'SURVIVED'} ${name}: ${mutation.rule} (${seconds} s) ${detail}`);
    return { name, isCaught };
  });
  print('\nArea              Changes  Caught');
  for (const { name } of areas)
    print(
      rowOf(
        name,
        results.filter((result) => result.name === name),
      ),
    );
  print(rowOf('all', results));
  return results.every(({ isCaught }) => isCaught);
}

async function tryMutation(lane: Lane, mutation: Mutation) {
  const run = () => lane.runMutated(mutation);
  const first = await run();
  // Tests that were not run say nothing about the rule: a busy machine could not start them.
  const { failed, errors } = first.failed.length > 0 || first.errors.length === 0 ? first : await run();
  const detail = failed[0] ?? (errors[0] && `No test ran: ${errors[0]}`);
  return { isCaught: failed.length > 0, detail: detail ? `\n         ${firstLine(detail)}` : '' };
}

function rowOf(name: string, results: readonly { isCaught: boolean }[]): string {
  const caught = results.filter(({ isCaught }) => isCaught).length;
  return name.padEnd(18) + String(results.length).padStart(7) + String(caught).padStart(8);
}

/** Returns whether there are enough changes in a run of all areas. */
function isWhole(areas: readonly MutationArea[]): boolean {
  const total = areas.reduce((sum, { mutations }) => sum + mutations.length, 0);
  const isEnough = names.length > 0 || values.rule !== undefined || total >= leastTotal;
  if (!isEnough) print(`${total} changes are fewer than ${leastTotal}.`);
  return isEnough;
}

/** Calls `work` for each item, each lane with one item at a time. */
async function inLanes<Item, Result>(
  items: readonly Item[],
  work: (lane: Lane, item: Item) => Promise<Result>,
): Promise<Result[]> {
  const queue = [...items];
  const results: Result[] = [];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift())
        results.push(await work(lane, item));
    }),
  );
  return results;
}

function firstLine(text: string): string {
  // Messages of the browser's expectations are coloured.
  return stripVTControlCharacters(text.split('\n', 1)[0] ?? '');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
