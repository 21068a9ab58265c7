import { row } from '#services/platform/database/sql.ts';
import { openCondition } from '#services/platform/queue/outbox.entity.ts';
import type { AppliedFault } from './faults/inject-faults.ts';
import type { History } from './history.ts';
import type { System } from './processes/start-system.ts';
import type { Sample } from './report/rig-report.ts';

const everyMs = 1_000;
const printEverySamples = 10;

/** Reads the state of a run each second into `samples`, and prints it now and then. Returns how to stop it. */
export function watchProgress(
  system: System,
  record: { history: History; faults: readonly AppliedFault[]; samples: Sample[] },
  write: (line: string) => void,
): () => void {
  const { history, faults, samples } = record;
  const startMs = Date.now();
  let isReading = false;
  const timer = setInterval(() => {
    if (isReading) return;
    isReading = true;
    // The database may be unavailable: there is no sample then.
    void read(system, history)
      .then((sample) => {
        samples.push(sample);
        history.flush();
        if (samples.length % printEverySamples !== 0) return;
        const { approved, unsettled, due } = sample;
        const current = faults.at(-1);
        const fault = current?.endMs === undefined ? (current?.kind ?? 'none') : 'none';
        write(
          `${Math.round((sample.atMs - startMs) / 1_000)} s: ${approved} approved, ${unsettled} paid and not settled, ` +
            `${due} jobs due, ${faults.length} faults, now ${fault}\n`,
        );
      })
      .catch(() => {})
      .finally(() => {
        isReading = false;
      });
  }, everyMs);
  return () => {
    clearInterval(timer);
    history.flush();
  };
}

async function read({ db }: System, history: History): Promise<Sample> {
  const pressed = history.lines
    .filter(({ name, phase, result }) => name === 'press' && phase === 'ok' && result !== 'decline')
    .map(({ key }) => key);
  const counts = await row<Omit<Sample, 'atMs'>>(
    db,
    `SELECT (SELECT count(*)::int FROM payments WHERE status = 'approved') AS approved,
            (SELECT count(*)::int FROM payments WHERE reference = ANY($1) AND settled_at IS NULL) AS unsettled,
            (SELECT count(*)::int FROM outbox WHERE ${openCondition} AND available_at <= now()) AS due`,
    [pressed],
  );
  return { atMs: Date.now(), approved: 0, unsettled: 0, due: 0, ...counts };
}
