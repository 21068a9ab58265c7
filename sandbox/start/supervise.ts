import type { RunningPostgres } from '#sandbox/postgres/start-postgres.ts';
import { sendSignal } from '../processes/process-table.ts';
import { startRestartedChild, startWatchedChild } from './restarting-child.ts';
import { type Child, type ChildOptions, startChild } from './start-child.ts';

/** The API and the worker stop first and drain; the providers and the database they use stop afterwards. */
const GRACE_PERIOD_MS = { product: 7_200, providers: 1_200, database: 700 };

export type Supervisor = ReturnType<typeof supervise>;

interface SupervisedOptions extends ChildOptions {
  /** Stops after the others. */
  isProvider?: boolean;
  /** Folders whose changes restart it (development). */
  watched?: string[] | undefined;
  /** Started again after it was killed; see {@link startRestartedChild}. */
  isRestarted?: boolean;
}

/** Creates a supervisor without processes. */
export function supervise() {
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
      children
        .filter((started) => started.isProvider === isProvider)
        .map(({ child }) => child.end(gracePeriodMs)),
    );

  return {
    /** Rejects with one line when a process ends unexpectedly. */
    failure,
    /** Starts a process. */
    run({ isProvider = false, watched, isRestarted = false, ...options }: SupervisedOptions): Child {
      if (isEnding) throw new Error('The start was called off.');
      const start = isRestarted ? startRestartedChild : startChild;
      const child = watched ? startWatchedChild(options, watched) : start(options);
      children.push({ child, isProvider });
      const log = options.logFile ? ` Its log: ${options.logFile}` : '';
      watch(
        `${child.name} (process ${child.pid})`,
        child.ended.then((how) => `${how}.${log}`.replace(/\.$/, '')),
      );
      return child;
    },
    adopt(server: RunningPostgres): void {
      database = server;
      watch(`database (process ${server.pid})`, server.ended);
    },
    /** Stops everything within 10 s (graceful shutdown), the database last. */
    async endAll(): Promise<void> {
      isEnding = true;
      await endThose(false, GRACE_PERIOD_MS.product);
      await endThose(true, GRACE_PERIOD_MS.providers);
      await database?.stop(GRACE_PERIOD_MS.database);
    },
    /** Kills everything immediately. */
    killAll(): void {
      isEnding = true;
      for (const { child } of children) sendSignal(-child.pid, 'SIGKILL');
      // Not SIGKILL: on SIGQUIT the server also stops immediately, but ends its child processes.
      if (database) sendSignal(database.pid, 'SIGQUIT');
    },
  };
}
