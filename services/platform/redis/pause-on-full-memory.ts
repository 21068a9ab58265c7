import type { Cluster } from 'ioredis';
import type { RedisClient } from './open-redis.ts';

const pauseMs = 250;
// Of a command, or of a command of a script.
const isFull = (error: Error) => /\bOOM\b/.test(error.message);

/**
 * Delays the rejection of commands for which Redis has no memory: BullMQ's workers retry a failed call at once unless the
 * connection is lost, which would busy-loop for as long as Redis is full.
 */
export function pauseOnFullMemory(client: RedisClient): void {
  const send = client.sendCommand.bind(client) as Cluster['sendCommand'];
  client.sendCommand = (...args: Parameters<typeof send>) => {
    const [command] = args;
    // Here and not on the promise of the call, because scripts return the promise of the command.
    const { reject } = command;
    command.reject = (error) => {
      if (isFull(error)) setTimeout(() => reject(error), pauseMs);
      else reject(error);
    };
    return send(...args);
  };
}
