import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createOutageLog, type Logger } from '../log.ts';
import { postgresClientOptions } from './data-source.ts';
import { execute } from './sql.ts';

const RECONNECT_MS = 500;

/** Returns the name in pg_stat_activity of the connection that listens to these channels, joined by hyphens. */
export const listenerName = (channels: string): string => `courselift-listen-${channels}`;

/**
 * Calls `wake` on every notification of the channels, and without one after each (re)connect, because notifications
 * may have been lost before. Uses a connection of its own and reconnects when it is lost.
 */
export function listen(
  databaseUrl: string,
  channels: readonly string[],
  { log, wake }: { log: Logger; wake: (notification?: { channel: string; payload: string }) => void },
): { stop(): Promise<void> } {
  const outage = createOutageLog(log, `Listening to ${channels.join(' and ')}`);
  const stopping = new AbortController();

  const connect = async () => {
    const lost = Promise.withResolvers<never>();
    // It may reject before it is awaited, which would be an unhandled rejection.
    lost.promise.catch(() => {});
    const client = new pg.Client({
      ...postgresClientOptions,
      connectionString: databaseUrl,
      application_name: listenerName(channels.join('-')),
    });
    client.on('error', lost.reject);
    client.on('end', () => lost.reject(new Error('The connection was closed')));
    client.on('notification', ({ channel, payload = '' }) => wake({ channel, payload }));
    const stop = () => lost.reject(new Error('Stopped'));
    stopping.signal.addEventListener('abort', stop);
    try {
      // pg can cancel neither a pending connect nor a query of a stalled server, so `stop` wins this race instead.
      await Promise.race([connectTo(client, channels), lost.promise]);
      outage.worked();
      // Covers notifications sent while there was no connection.
      wake();
      await lost.promise;
    } finally {
      stopping.signal.removeEventListener('abort', stop);
      client.end().catch(() => {});
    }
  };

  const loop = async () => {
    while (!stopping.signal.aborted) {
      await connect().catch((error: unknown) => {
        if (!stopping.signal.aborted) outage.failed(error);
      });
      await sleep(RECONNECT_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  const running = loop();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function connectTo(client: pg.Client, channels: readonly string[]): Promise<void> {
  await client.connect();
  for (const channel of channels) await execute(client, `LISTEN ${channel}`);
}
