import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { atLeast, atMost } from '../core/limits.ts';
import type { Context, Scenario } from '../core/scenario.ts';
import { datasetKey } from '../data/dataset-key.ts';
import { openDatasets } from '../data/datasets.ts';
import { rssMb } from '../processes/child.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = join(root, '.bench/courses');
const rows = 1_000_000;
const quickRows = 50_000;

/** Goal 11: `npm run catalogue:import` of a million courses into an empty catalogue, until search is up to date. */
export const courseImport: Scenario = {
  name: 'import',
  goals: [
    { id: '11', what: 'rows per second, search index included', limit: atLeast(15_000) },
    { id: '11 memory', what: 'highest memory of the importer, MB', limit: atMost(300) },
  ],
  seconds: 120,
  async run(context) {
    const count = context.isQuick ? quickRows : rows;
    const file = await generateFile(context, count);
    const datasets = await openDatasets([], context.report);
    context.defer(() => datasets.stop());
    const { url, drop } = await datasets.copy('empty');
    context.defer(drop);
    const { seconds, highestMb } = await runImport(context, file, url);
    await checkCatalogue(url, count);
    return [
      { goal: '11', values: [count / seconds], note: `${count} rows in ${seconds.toFixed(1)} s` },
      { goal: '11 memory', values: [highestMb] },
    ];
  },
};

/** Generates the file once for each version of the generator. */
async function generateFile(context: Context, count: number): Promise<string> {
  const name = `${datasetKey()}-${count}.ndjson`;
  const path = join(folder, name);
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true });
  for (const old of await readdir(folder)) {
    if (!old.startsWith(datasetKey())) await rm(join(folder, old));
  }
  context.report(`Generating ${count} courses`);
  await promisify(execFile)(
    process.execPath,
    ['tools/catalogue-generate.ts', String(count), `${path}.part`],
    {
      cwd: root,
    },
  );
  await rename(`${path}.part`, path);
  return path;
}

async function runImport(context: Context, file: string, databaseUrl: string) {
  // Without npm in between, whose memory and start would be measured as well.
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, ...args] = scripts['catalogue:import']?.split(' ') ?? [];
  const startedMs = performance.now();
  const child = spawn(process.execPath, [...args, file, '--database', databaseUrl], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  context.defer(() => void child.kill('SIGKILL'));
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  let highestMb = Number.NaN;
  const timer = setInterval(() => {
    const now = rssMb(child.pid as number, 'VmHWM');
    if (now > 0) highestMb = now;
  }, 200);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(timer);
  if (code !== 0) throw new Error(`The import ended with ${code}: ${output.trim().split('\n').at(-1)}`);
  return { seconds: (performance.now() - startedMs) / 1_000, highestMb };
}

async function checkCatalogue(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: counts } = await client.query<{ courses: number; searchable: number; isBehind: boolean }>(
    `SELECT (SELECT count(*) FROM courses)::int AS courses, (SELECT count(*) FROM course_search)::int AS searchable,
       (SELECT is_search_behind FROM catalogue_state) AS "isBehind"`,
  );
  await client.end();
  const { courses, searchable, isBehind } = counts[0] ?? {};
  if (courses !== count || searchable !== count || isBehind)
    throw new Error(`The import left ${courses} courses, of which ${searchable} are searchable.`);
}
