import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { postgresClientOptions } from '../database/data-source.ts';
import type { Logger } from '../log.ts';
import { createOutageLog } from '../outage-log.ts';
import { OUTBOX_CHANNEL } from './outbox.ts';

const RECONNECT_MS = 500;

/** Calls `wake` whenever rows were committed to the outbox, on a connection of its own that is renewed when lost. */
export function listenToOutbox(
  databaseUrl: string,
  log: Logger,
  wake: () => void,
): { stop(): Promise<void> } {
  const outage = createOutageLog(log, 'Listening to the outbox');
  const stopping = new AbortController();
  let client: pg.Client | undefined;

  const listen = async () => {
    const lost = Promise.withResolvers<never>();
    client = new pg.Client({
      ...postgresClientOptions,
      connectionString: databaseUrl,
      application_name: 'courselift-outbox',
    });
    client.on('error', lost.reject);
    client.on('end', () => lost.reject(new Error('The connection was closed')));
    client.on('notification', wake);
    // Without a handler of its own the rejection could come before anyone waits for it.
    lost.promise.catch(() => {});
    await client.connect();
    await client.query(`LISTEN ${OUTBOX_CHANNEL}`);
    outage.worked();
    // What was committed while nobody listened.
    wake();
    await lost.promise;
  };

  const loop = async () => {
    while (!stopping.signal.aborted) {
      await listen().catch((error: unknown) => {
        if (!stopping.signal.aborted) outage.failed(error);
      });
      await client?.end().catch(() => {});
      await sleep(RECONNECT_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  const running = loop();
  return {
    async stop() {
      stopping.abort();
      await client?.end().catch(() => {});
      await running;
    },
  };
}
