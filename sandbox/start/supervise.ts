import type { RunningPostgres } from '#sandbox/postgres/start-postgres.ts';
import { sendSignal } from '../processes/process-table.ts';
import { type Child, type ChildOptions, startChild } from './start-child.ts';
import { startRestartedChild } from './start-restarted-child.ts';
import { startWatchedChild } from './start-watched-child.ts';

/** The API and the worker stop first and drain; the providers and the database they use stop afterwards. */
const GRACE_PERIOD_MS = { product: 7_200, providers: 1_200, database: 700 };

/** Supervises the started processes. */
export interface Supervisor {
  /**
   * Starts a process; those with `isProvider` stop after the others.
   *
   * @param options.watched folders whose changes restart it (development).
   * @param options.isRestarted whether it is started again after it was killed; see `startRestartedChild`.
   */
  run(
    options: ChildOptions & { isProvider?: boolean; watched?: string[] | undefined; isRestarted?: boolean },
  ): Child;
  adopt(database: RunningPostgres): void;
  /** Rejects with one line when a process ends unexpectedly. */
  failure: Promise<never>;
  /** Stops everything within 10 s (graceful shutdown), the database last. */
  endAll(): Promise<void>;
  /** Kills everything immediately. */
  killAll(): void;
}

function startAs(options: ChildOptions, watched: string[] | undefined, isRestarted: boolean): Child {
  if (watched) return startWatchedChild(options, watched);
  return isRestarted ? startRestartedChild(options) : startChild(options);
}

/** Creates a supervisor without processes. */
export function supervise(): Supervisor {
  const children: { child: Child; isProvider: boolean }[] = [];
  let database: RunningPostgres | undefined;
  let isEnding = false;
  const { promise: failure, reject: fail } = Promise.withResolvers<never>();
  failure.catch(() => undefined);

  const watch = (what: string, ended: Promise<string>) => {
    ended
      .then((how) => {
        if (!isEnding) fail(new Error(`The ${what} ${how}.`));
      })
      .catch(fail);
  };
  const endThose = (isProvider: boolean, gracePeriodMs: number) =>
    Promise.all(
      children.filter((one) => one.isProvider === isProvider).map(({ child }) => child.end(gracePeriodMs)),
    );

  return {
    failure,
    run({ isProvider = false, watched, isRestarted = false, ...options }) {
      if (isEnding) throw new Error('The start was called off.');
      const child = startAs(options, watched, isRestarted);
      children.push({ child, isProvider });
      const log = options.logFile ? ` Its log: ${options.logFile}` : '';
      watch(
        `${child.name} (process ${child.pid})`,
        child.ended.then((how) => `${how}.${log}`.replace(/\.$/, '')),
      );
      return child;
    },
    adopt(server) {
      database = server;
      watch(`database (process ${server.pid})`, server.ended);
    },
    async endAll() {
      isEnding = true;
      await endThose(false, GRACE_PERIOD_MS.product);
      await endThose(true, GRACE_PERIOD_MS.providers);
      await database?.stop(GRACE_PERIOD_MS.database);
    },
    killAll() {
      isEnding = true;
      for (const { child } of children) sendSignal(-child.pid, 'SIGKILL');
      // Not SIGKILL: on SIGQUIT the server also stops immediately, but ends its child processes.
      if (database) sendSignal(database.pid, 'SIGQUIT');
    },
  };
}
