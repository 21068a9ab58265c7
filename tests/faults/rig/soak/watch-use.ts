import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RigOptions } from '../options.ts';
import type { System } from '../processes/start-system.ts';
import { pageOfUse } from './page-of-use.ts';
import { openUseReader } from './read-use.ts';
import { type JudgedSeries, judge, type UseSample } from './series.ts';

const everyMs = 10_000;

/** The processes that {@link planMildFaults} kills. */
const restarted = ['api 2', 'worker 2'];

/**
 * Reads what everything uses each 10 s. `use.jsonl` gets each sample and `use.html` is written anew with it, so that a run
 * that is interrupted has both. Returns how to stop it and what the series show.
 */
export function watchUse(
  system: System,
  { folder, options }: { folder: string; options: RigOptions },
): { stop(): JudgedSeries[] } {
  const reader = openUseReader(system, restarted);
  const samples: UseSample[] = [];
  let isReading = false;
  const take = async () => {
    if (isReading) return;
    isReading = true;
    try {
      const sample = await reader.read();
      samples.push(sample);
      appendFileSync(join(folder, 'use.jsonl'), `${JSON.stringify(sample)}\n`);
      const judged = judge(reader.series, samples);
      writeFileSync(join(folder, 'use.html'), String(pageOfUse(options, judged, samples)));
    } catch {
      // The database is unavailable: there is no sample then.
    } finally {
      isReading = false;
    }
  };
  const timer = setInterval(() => void take(), everyMs);
  return {
    stop() {
      clearInterval(timer);
      reader.close();
      return judge(reader.series, samples);
    },
  };
}
