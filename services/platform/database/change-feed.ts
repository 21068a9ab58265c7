import { EventEmitter, once, setMaxListeners } from 'node:events';
import type { DataSource, EntityManager } from 'typeorm';
import type { Logger } from '../log.ts';
import { withinDeadline } from '../request-deadline.ts';
import { listen } from './listen.ts';
import { notifyAfterCommit } from './transaction.ts';

/** Notifies this process of rows that other processes change. */
export type ChangeFeed = ReturnType<typeof createChangeFeed>;

/** NOTIFY channel for changes of what a person sees; the payload is the person's id. */
const PEOPLE_CHANNEL = 'people';
const recheckMs = 1_000;
/** How long the last change of each topic is remembered, in milliseconds. */
const rememberedMs = 60_000;
/**
 * By how much the clocks of two processes may differ, and a notification may come late, in milliseconds.
 * @internal Exported for a journey.
 */
export const skewMs = 5_000;
/** Time that a call needs after it waited for a change, in milliseconds. */
const reserveMs = 500;

/** Notifies all processes that what these people see has changed; see {@link notifyAfterCommit}. */
export function publishChange(client: DataSource | EntityManager, ...personIds: string[]): void {
  for (const personId of personIds) notifyAfterCommit(client, PEOPLE_CHANNEL, personId);
}

/** Listens to `channel` and to the changes of people, on one connection for all subscribers of this process. */
export function createChangeFeed(databaseUrl: string, channel: string, log: Logger) {
  const changes = new EventEmitter().setMaxListeners(0);
  const people = new EventEmitter().setMaxListeners(0);
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  // The oldest first.
  const changedAtMs = new Map<string, number>();
  let listeningSinceMs = Number.POSITIVE_INFINITY;
  const remember = (topic: string) => {
    changedAtMs.delete(topic);
    changedAtMs.set(topic, Date.now());
    for (const [oldest, atMs] of changedAtMs) {
      if (atMs > Date.now() - rememberedMs) break;
      changedAtMs.delete(oldest);
    }
  };
  const listener = listen(databaseUrl, [channel, PEOPLE_CHANNEL], {
    log,
    wake(notification) {
      if (notification?.channel === PEOPLE_CHANNEL) {
        remember(notification.payload);
        people.emit(notification.payload);
      } else changes.emit('change');
      if (notification) return;
      // A new connection: notifications may have been lost while there was none.
      listeningSinceMs = Date.now();
      for (const personId of people.eventNames()) people.emit(personId);
    },
  });
  return {
    /**
     * Returns the first defined result of `check`, which is called at once, after every notification, and every
     * second in case a notification was lost. Undefined after `limitMs`, or shortly before the deadline of the call.
     */
    async until<T>(check: () => Promise<T | undefined>, limitMs: number): Promise<T | undefined> {
      const endMs = Date.now() + withinDeadline(limitMs, reserveMs);
      for (;;) {
        // Subscribed before the check, so that a change during the check is not missed.
        const waiting = new AbortController();
        const leftMs = Math.min(recheckMs, endMs - Date.now());
        const change = once(changes, 'change', {
          signal: AbortSignal.any([waiting.signal, AbortSignal.timeout(Math.max(0, leftMs))]),
        }).catch(() => {});
        try {
          const result = await check();
          if (result !== undefined || Date.now() >= endMs) return result;
          await change;
        } finally {
          waiting.abort();
        }
      }
    },
    /**
     * Calls `onChange` whenever this may have changed: what a person sees, by their id, or another payload of
     * {@link publishChange}. Returns the function that unsubscribes.
     */
    watch(topic: string, onChange: () => void) {
      people.on(topic, onChange);
      return () => {
        people.off(topic, onChange);
      };
    },
    /** Returns whether a topic may have changed since a moment, in milliseconds since 1970; true when that is not known. */
    mayHaveChanged(topic: string, sinceMs: number): boolean {
      const nowMs = Date.now();
      const isKnown =
        sinceMs - skewMs > Math.max(listeningSinceMs, nowMs - rememberedMs) && sinceMs <= nowMs + skewMs;
      return !isKnown || (changedAtMs.get(topic) ?? 0) >= sinceMs - skewMs;
    },
    /** Aborted when the feed closes; open event streams must end then. */
    ended: ending.signal,
    close(): Promise<void> {
      ending.abort();
      return listener.stop();
    },
  };
}
