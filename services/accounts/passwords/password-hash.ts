import { hash, verify } from '@node-rs/argon2';
import { createFairQueue } from '#services/platform/fair-queue.ts';
import { loadOnce } from '#services/platform/load-once.ts';

// OWASP's argon2id parameters; @node-rs/argon2 returns PHC strings that include them.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// Each hash takes 19 MiB and a core: more at once would starve the rest of the process. One address can queue less than
// a tenth of them.
const limitConcurrency = createFairQueue({
  maxRunning: 2,
  maxWaiting: 100,
  maxWaitingPerSource: 8,
  overloaded: 'Many people are signing in right now. Please try again.',
});

// The source of hashes that no client asked for.
const local = 'local';

/**
 * Hashes a password exactly as typed.
 *
 * @param source who asks, such as an IP address; sources share the processor fairly.
 * @throws {HttpError} 503 when too many hashes are queued.
 */
export function hashPassword(password: string, source = local): Promise<string> {
  return limitConcurrency(() => hash(password, cost), source);
}

/**
 * Returns whether a password matches a hash. Without a hash it verifies against a dummy hash, so that an
 * unknown account takes as long as a known one.
 *
 * @param source who asks, such as an IP address; sources share the processor fairly.
 * @throws {HttpError} 503 when too many hashes are queued.
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
  source = local,
): Promise<boolean> {
  const comparedHash = passwordHash ?? (await dummyHash());
  const matches = await limitConcurrency(() => verify(comparedHash, password), source);
  return matches && Boolean(passwordHash);
}

const dummyHash = loadOnce(() => hash(crypto.randomUUID(), cost));
