import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { parseRedisAddress } from './redis-address.ts';

/** Options of {@link openRedis}, with those of each connection. */
export type Options = Omit<RedisOptions, 'replyMapping'>;

/** A connection to one server or to a Cluster. Behind Sentinel it follows the server that is the primary. */
export type RedisClient = Redis | Cluster;

// The default delay grows to many seconds, which would prolong every outage.
const retryStrategy = (attempt: number) => Math.min(50 * attempt, 1_000);

/**
 * A server that is gone without closing its connections is noticed after this time; BullMQ's reads block for up to 10 s. ioredis's own
 * `failoverDetector` would be faster but ends a connection for good when Sentinel names the new primary while it reconnects.
 */
const socketTimeout = 15_000;

/** Opens a connection to the Redis of an address; see `parseRedisAddress`. */
export function openRedis(text: string, given: Options): RedisClient {
  const options = { connectTimeout: 2_000, socketTimeout, retryStrategy, ...given };
  const address = parseRedisAddress(text);
  switch (address.kind) {
    case 'server':
      return new Redis(address.url, options);
    case 'sentinel': {
      const { kind: _, group, sentinels, ...login } = address;
      return new Redis({
        ...options,
        ...login,
        name: group,
        sentinels: [...sentinels],
        sentinelRetryStrategy: (attempt) => options.retryStrategy?.(attempt) ?? null,
      });
    }
    case 'cluster': {
      const { kind: _, nodes, ...login } = address;
      const { enableOfflineQueue = true, lazyConnect = false, retryStrategy: retry, ...others } = options;
      return new Cluster([...nodes], {
        enableOfflineQueue,
        lazyConnect,
        clusterRetryStrategy: retry,
        redisOptions: { ...others, ...login },
      });
    }
  }
}

/** Returns the connections of an open client to the servers that store data: one, the primary of a group, or those of a Cluster. */
export function findPrimaries(client: RedisClient): readonly Redis[] {
  return client instanceof Cluster ? client.nodes('master') : [client];
}

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
