import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { DataSource, EntityManager } from 'typeorm';
import { execute, row, rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { createOutageLog, type Logger } from '#services/platform/log.ts';
import { openCondition } from '#services/platform/queue/outbox.entity.ts';
import { closeCase } from './close-case.ts';
import { openCase } from './open-case.ts';
import { serviceCase, utcMinute } from './outages.ts';

const beatMs = 15_000;
/** How often an API process checks the workers; more than a worker needs to report again after an outage of PostgreSQL. */
const checkMs = 30_000;
/** SQL: since when a worker that runs has reported at least once. */
const alive = `interval '2 minutes'`;

/** Records every 15 seconds that this worker process runs; `stop` records that it ends in order. */
export function startHeartbeat(db: DataSource): { stop(): Promise<void> } {
  const id = randomUUID();
  const beat = () =>
    execute(
      db,
      `INSERT INTO worker_heartbeats (id, host) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
      [id, hostname()],
    ).catch(() => {
      // PostgreSQL is unavailable, and with it the API that would report this worker.
    });
  const beats = repeat(beat, beatMs, beat());
  return {
    async stop() {
      await beats.stop();
      await execute(db, 'DELETE FROM worker_heartbeats WHERE id = $1', [id]).catch(() => {});
    },
  };
}

/** Runs {@link checkWorkers} at an interval in an API process, because a worker cannot report that it has stopped. */
export function watchWorkers(db: DataSource, log: Logger): { stop(): Promise<void> } {
  const outage = createOutageLog(log, 'The check of the workers');
  let suspects = new Set<string>();
  const check = async () => {
    try {
      suspects = await checkWorkers(db, suspects);
      outage.worked();
    } catch (error) {
      suspects = new Set();
      outage.failed(error);
    }
  };
  return repeat(check, checkMs);
}

/** Runs a task at an interval, one run after the other, also after `first`; `stop` waits for the run under way. The task never rejects. */
function repeat(
  task: () => Promise<unknown>,
  everyMs: number,
  first: Promise<unknown> = Promise.resolve(),
): { stop(): Promise<void> } {
  let running = first;
  const timer = setInterval(() => {
    running = running.then(task);
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

interface Heartbeat {
  id: string;
  host: string;
  seenAt: Date;
  isReported: boolean;
  isAlive: boolean;
  /** Whether a process that started later runs. */
  isReplaced: boolean;
  isOld: boolean;
}

/**
 * Opens an incident about each worker that is not seen any more and that no later process replaces, and one when no worker
 * runs while jobs are due. Closes them when workers run again. Only `suspects` of the check before are reported, because workers
 * report late after an outage of PostgreSQL. Returns the suspects of this check. @internal {@link watchWorkers} calls it.
 */
export function checkWorkers(db: DataSource, suspects: ReadonlySet<string>): Promise<Set<string>> {
  return inTransaction(db, async (manager) => {
    const workers = await rows<Heartbeat>(
      manager,
      `SELECT w.id, w.host, w.seen_at AS "seenAt", w.is_reported AS "isReported", w.seen_at > now() - ${alive} AS "isAlive",
         w.seen_at < now() - interval '1 day' AS "isOld",
         EXISTS (SELECT FROM worker_heartbeats n WHERE n.seen_at > now() - ${alive} AND n.started_at > w.seen_at) AS "isReplaced"
       FROM worker_heartbeats w ORDER BY w.id FOR UPDATE OF w SKIP LOCKED`,
    );
    const suspected = new Set<string>();
    for (const worker of workers) {
      if (worker.isAlive || worker.isReplaced) await endStop(manager, worker);
      else if (worker.isReported || worker.isOld) await dropOld(manager, worker);
      else if (suspects.has(worker.id)) await reportStop(manager, worker);
      else suspected.add(worker.id);
    }
    return (await checkForAny(manager, suspects)) ? suspected.add(noWorker) : suspected;
  });
}

const caseOf = ({ id }: Heartbeat) => serviceCase(`worker:${id}`);

async function reportStop(manager: EntityManager, worker: Heartbeat): Promise<void> {
  const summary = `A worker on ${worker.host} has stopped: it was last seen at ${utcMinute(worker.seenAt)}.`;
  await openCase(manager, { ...caseOf(worker), summary });
  await execute(manager, 'UPDATE worker_heartbeats SET is_reported = true WHERE id = $1', [worker.id]);
}

async function endStop(manager: EntityManager, worker: Heartbeat): Promise<void> {
  const { id, isAlive, isReported } = worker;
  const reason = isAlive ? 'It runs again.' : 'Another worker was started in its place.';
  if (isReported) await closeCase(manager, caseOf(worker), { outcome: 'recovered', reason });
  if (!isAlive) await execute(manager, 'DELETE FROM worker_heartbeats WHERE id = $1', [id]);
  else if (isReported)
    await execute(manager, 'UPDATE worker_heartbeats SET is_reported = false WHERE id = $1', [id]);
}

// Its incident stays until an operator closes it.
async function dropOld(manager: EntityManager, { id, isOld }: Heartbeat): Promise<void> {
  if (isOld) await execute(manager, 'DELETE FROM worker_heartbeats WHERE id = $1', [id]);
}

/** Subject of the incident that no worker runs. */
const noWorker = 'workers';

/** Opens or closes the incident that no worker runs. Returns whether it is to be opened if the next check says the same. */
async function checkForAny(manager: EntityManager, suspects: ReadonlySet<string>): Promise<boolean> {
  const state = await row<{ runs: boolean; dueAt: Date | null; isOpen: boolean }>(
    manager,
    `SELECT EXISTS (SELECT FROM worker_heartbeats WHERE seen_at > now() - ${alive}) AS runs,
       (SELECT min(available_at) FROM outbox
        WHERE enqueued_at IS NULL AND ${openCondition} AND available_at < now() - ${alive}) AS "dueAt",
       EXISTS (SELECT FROM cases WHERE kind = 'incident' AND subject_type = 'service' AND subject_id = $1
         AND status <> 'closed') AS "isOpen"`,
    [noWorker],
  );
  if (!state) return false;
  const { runs, dueAt, isOpen } = state;
  if (runs && isOpen)
    await closeCase(manager, serviceCase(noWorker), { outcome: 'recovered', reason: 'A worker runs again.' });
  if (runs || !dueAt || isOpen) return false;
  if (!suspects.has(noWorker)) return true;
  const summary = `No worker runs: jobs have been due since ${utcMinute(dueAt)}.`;
  await openCase(manager, { ...serviceCase(noWorker), summary });
  return false;
}
