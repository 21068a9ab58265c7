import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '#services/platform/errors.ts';

// OWASP's argon2id parameters; @node-rs/argon2 returns PHC strings that include them.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const maxRunning = 2;
const maxWaiting = 50;
let running = 0;
const waiting: (() => void)[] = [];

/** Hashes a password exactly as typed. Throws HttpError 503 when too many hashes are queued. */
export function hashPassword(password: string): Promise<string> {
  return limitConcurrency(() => hash(password, cost));
}

/**
 * Returns whether a password matches a hash. Without a hash it verifies against a dummy hash, so that an
 * unknown account takes as long as a known one. Throws HttpError 503 when too many hashes are queued.
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const comparedHash = passwordHash ?? (await dummyHash());
  const matches = await limitConcurrency(() => verify(comparedHash, password));
  return matches && Boolean(passwordHash);
}

let dummy: Promise<string> | undefined;
function dummyHash(): Promise<string> {
  dummy ??= hash(crypto.randomUUID(), cost);
  return dummy;
}

// Each hash takes 19 MiB and a core: more at once would starve the rest of the process.
async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxRunning) {
    if (waiting.length >= maxWaiting)
      throw unavailable('Many people are signing in right now. Please try again.', 2);
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
