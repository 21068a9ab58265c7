import { EventEmitter, once } from 'node:events';
import type { Logger } from '../log.ts';
import { listen } from './listen.ts';

/** Lets a process wait for what another one writes. */
export interface Changes {
  /**
   * Answers the first defined result of `check`, which is asked at once, after every announced change, and every
   * second in case an announcement was lost. Undefined after `limitMs`.
   */
  until<T>(check: () => Promise<T | undefined>, limitMs: number): Promise<T | undefined>;
  close(): Promise<void>;
}

const recheckMs = 1_000;

/** Listens to one channel of the database for everybody in this process who waits. */
export function createChanges(databaseUrl: string, channel: string, log: Logger): Changes {
  const announced = new EventEmitter().setMaxListeners(0);
  const listener = listen(databaseUrl, channel, { log, wake: () => announced.emit('change') });
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
    close: () => listener.stop(),
  };
}
