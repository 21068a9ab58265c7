import { z } from 'zod';

interface Host {
  host: string;
  port: number;
}

/** Where Redis is: one server, a group that Sentinel watches, or the first nodes of a Cluster. */
export type RedisAddress =
  | { kind: 'server'; url: string }
  | { kind: 'sentinel'; group: string; sentinels: readonly Host[]; username?: string; password?: string }
  | { kind: 'cluster'; nodes: readonly Host[]; username?: string; password?: string };

const redisForms =
  'must be redis://HOST:PORT, redis+sentinel://HOST:PORT,HOST:PORT/GROUP or redis+cluster://HOST:PORT,HOST:PORT';

const several = /^redis\+(sentinel|cluster):\/\/(?:([^@/]*)@)?([^/?#]+)(?:\/([\w.-]+))?$/;

/** Schema of a setting with such an address. */
export const redisAddress = z.string().refine(
  (text) => {
    try {
      return Boolean(parseRedisAddress(text));
    } catch {
      return false;
    }
  },
  { error: redisForms },
);

const defaultPorts = { sentinel: 26_379, cluster: 6_379 };

/**
 * Reads an address: `redis://` or `rediss://` of one server, `redis+sentinel://[user:password@]host:port,…/group` of a group that
 * Sentinels watch, or `redis+cluster://[user:password@]host:port,…`. User and password are those of Redis, not of Sentinel.
 *
 * @throws {TypeError} with the forms that are allowed.
 */
export function parseRedisAddress(text: string): RedisAddress {
  if (/^rediss?:\/\//.test(text) && URL.canParse(text)) return { kind: 'server', url: text };
  const [, kind, credentials, list, group] = several.exec(text) ?? [];
  if ((kind !== 'sentinel' && kind !== 'cluster') || !list) throw new TypeError(redisForms);
  const hosts = list.split(',').map((host) => parseHost(host, defaultPorts[kind]));
  const [username, password] = (credentials ?? '').split(':').map(decodeURIComponent);
  const login = { ...(username && { username }), ...(password && { password }) };
  if (kind === 'cluster' && !group) return { kind, nodes: hosts, ...login };
  if (kind === 'sentinel' && group) return { kind, group, sentinels: hosts, ...login };
  throw new TypeError(redisForms);
}

/** Returns the hosts of an address for messages, without user and password. */
export function describeRedisHosts(text: string): string {
  const address = parseRedisAddress(text);
  if (address.kind === 'server') return new URL(text).host;
  const hosts = address.kind === 'sentinel' ? address.sentinels : address.nodes;
  return hosts.map(({ host, port }) => `${host}:${port}`).join(', ');
}

/** Returns the password in an address as it is written there; an empty text when there is none. */
export const redisPassword = (text: string): string => /:\/\/[^@/:]*:([^@/]*)@/.exec(text)?.[1] ?? '';

function parseHost(text: string, defaultPort: number): Host {
  const { hostname, port } = new URL(`redis://${text}`);
  if (!hostname) throw new TypeError(redisForms);
  return { host: hostname, port: Number(port) || defaultPort };
}
