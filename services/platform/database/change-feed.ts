import { EventEmitter, once, setMaxListeners } from 'node:events';
import type { EntityManager } from 'typeorm';
import type { Logger } from '../log.ts';
import { listen } from './listen.ts';
import { notifyAfterCommit } from './transaction.ts';

/** Lets a process wait for what another one writes. */
export interface ChangeFeed {
  /**
   * Answers the first defined result of `check`, which is asked at once, after every announced change, and every
   * second in case an announcement was lost. Undefined after `limitMs`.
   */
  until<T>(check: () => Promise<T | undefined>, limitMs: number): Promise<T | undefined>;
  /** Calls `onChange` whenever something about this person may have changed, until the answer is called. */
  watch(personId: string, onChange: () => void): () => void;
  /** Aborted when the process stops listening: whoever watches should leave. */
  readonly ended: AbortSignal;
  close(): Promise<void>;
}

/** The channel on which it is said whose views have changed; the payload is the person's id. */
const PEOPLE_CHANNEL = 'people';
const recheckMs = 1_000;

/** Announces, once the transaction is committed, that what these people see has changed. */
export function publishChange(manager: EntityManager, ...personIds: string[]): void {
  for (const personId of personIds) notifyAfterCommit(manager, PEOPLE_CHANNEL, personId);
}

/** Listens to one channel of the database, and to news about people, for everybody in this process who waits. */
export function createChangeFeed(databaseUrl: string, channel: string, log: Logger): ChangeFeed {
  const announced = new EventEmitter().setMaxListeners(0);
  const people = new EventEmitter().setMaxListeners(0);
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  const listener = listen(databaseUrl, [channel, PEOPLE_CHANNEL], {
    log,
    wake(announcement) {
      if (announcement?.channel === PEOPLE_CHANNEL) people.emit(announcement.payload);
      else announced.emit('change');
      // A new connection: anything may have been said while there was none.
      if (!announcement) for (const personId of people.eventNames()) people.emit(personId);
    },
  });
  return {
    async until(check, limitMs) {
      const endMs = Date.now() + limitMs;
      for (;;) {
        // Armed before the check, so that a change in between is not missed.
        const waiting = new AbortController();
        const leftMs = Math.min(recheckMs, endMs - Date.now());
        const change = once(announced, 'change', {
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
    watch(personId, onChange) {
      people.on(personId, onChange);
      return () => {
        people.off(personId, onChange);
      };
    },
    ended: ending.signal,
    close() {
      ending.abort();
      return listener.stop();
    },
  };
}
