import pg from 'pg';
import type { Scenario } from '../core/scenario.ts';
import { median } from '../core/statistics.ts';
import { addYear } from '../data/add-year.ts';
import { courseQuestions } from '../data/course-questions.ts';
import { openDatasets } from '../data/datasets.ts';
import { readDiskUse, readLargestIndexes } from '../data/disk-use.ts';
import { openProduct } from '../data/open-product.ts';
import { createScreenCalls, type ScreenCall } from '../data/screen-calls.ts';
import { timeMs } from '../load/time-ms.ts';

const size = 1_000_000;
/** A year of a million learners on top of the dataset, which has 90,000 paid requests: see docs/capacity.md. */
const year = { paidRequests: 210_000, abandonedPayments: 100_000, outboxRows: 120_000, webhooks: 90_000 };
const megabyte = 1_000_000;
const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Rows, disk and the time of each screen at a million learners with the payments of a year; all of it is printed. */
export const capacity: Scenario = {
  name: 'capacity',
  goals: [
    { id: 'capacity disk', what: 'disk of all tables and indexes at a million learners, GB' },
    { id: 'capacity slowest', what: 'slowest median of a screen at a million learners, ms' },
  ],
  seconds: 300,
  isOnDemand: true,
  async run(context) {
    const datasets = await openDatasets([size], context.report);
    context.defer(() => datasets.stop());
    context.report('Copying the dataset');
    const copy = await datasets.copy(size);
    context.defer(() => copy.drop());
    const client = new pg.Client({ connectionString: copy.url });
    await client.connect();
    context.defer(() => client.end());
    context.report('Adding a year');
    await addYear(client, year);

    const tables = await readDiskUse(client);
    print('| table | rows | table, MB | indexes, MB | bytes per row |\n| --- | --- | --- | --- | --- |');
    for (const { name, rows, tableBytes, indexBytes } of tables)
      print(
        `| ${name} | ${rows} | ${(tableBytes / megabyte).toFixed(1)} | ${(indexBytes / megabyte).toFixed(1)} | ` +
          `${Math.round((tableBytes + indexBytes) / rows)} |`,
      );
    for (const { name, bytes } of await readLargestIndexes(client, 12))
      print(`index ${name}: ${(bytes / megabyte).toFixed(1)} MB`);
    const bytes = tables.reduce((sum, table) => sum + table.tableBytes + table.indexBytes, 0);

    const deps = await openProduct(context, copy.applicationUrl);
    const calls = await createScreenCalls(deps, courseQuestions);
    const medians: number[] = [];
    print('| screen or job | calls | median, ms | slowest, ms |\n| --- | --- | --- | --- |');
    for (const call of calls) {
      const times = await timesOf(call);
      if (typeof times === 'string') print(`| ${call.name} | | ${times} | |`);
      else {
        if (!call.once) medians.push(median(times));
        print(
          `| ${call.name} | ${times.length} | ${median(times).toFixed(1)} | ${Math.max(...times).toFixed(1)} |`,
        );
      }
    }
    return [
      { goal: 'capacity disk', values: [bytes / 1e9] },
      { goal: 'capacity slowest', values: [Math.max(...medians)] },
    ];
  },
};

/** Returns the times of ten calls after one that warms up, or of one call of a job; the reason where a limit of the product ends it. */
async function timesOf({ once, call }: ScreenCall): Promise<number[] | string> {
  const times: number[] = [];
  try {
    if (!once) await call(0);
    for (let number = 1; number <= (once ? 1 : 10); number += 1) times.push(await timeMs(() => call(number)));
    return times;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
