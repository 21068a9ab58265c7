import { hash, verify } from '@node-rs/argon2';
import type { DataSource, EntityManager } from 'typeorm';
import type { Brand } from '#contracts/site/brand.ts';
import { loadOnce } from '#services/platform/async-calls.ts';
import { hasRow } from '#services/platform/database/sql.ts';
import { conflict, invalidField } from '#services/platform/errors.ts';
import { createFairQueue } from '#services/platform/fair-queue.ts';
import { UserEntity } from '../user.entity.ts';

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

// Loaded with the first password that is chosen: the dictionaries take 15 MB of memory.
const commonPasswords = loadOnce(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
});

/**
 * Throws HttpError 422 with the reason for a password that attackers try first: a common one, the email
 * address or its local part, or the product's name. `field` is the form field that shows the message.
 */
export async function rejectWeakPassword(
  password: string,
  { email, brand }: { email: string; brand: Brand },
  field: string,
): Promise<void> {
  const plain = password.toLowerCase();
  const reason = await reasonAgainst(plain, email.toLowerCase(), brand);
  if (reason) throw invalidField(field, reason);
}

async function reasonAgainst(plain: string, email: string, brand: Brand): Promise<string | undefined> {
  if ((await commonPasswords()).has(plain))
    return 'This password is among the most common ones and would be guessed at once. Please choose another.';
  if (plain === email || plain === email.split('@')[0])
    return 'Your email address is not a secret. Please choose another password.';
  // As far as the name consists of letters: digits and marks around it make it no better.
  const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
  const letters = lettersOf(brand.name);
  if (letters && lettersOf(plain) === letters)
    return `“${brand.name}” is what everybody would try here. Please choose another password.`;
  return undefined;
}

/** Returns the HttpError 422 for a wrong current password. */
export const wrongPasswordError = () => invalidField('currentPassword', 'This is not your current password.');

/** Verifies the caller's current password. Throws HttpError 422 when it is wrong, 409 when the account has none. */
export async function checkCurrentPassword(
  db: DataSource,
  userId: string,
  password: string,
): Promise<{ email: string; passwordHash: string }> {
  const user = await db.getRepository(UserEntity).findOneOrFail({
    where: { id: userId },
    select: { id: true, email: true, passwordHash: true },
  });
  if (!user.passwordHash) {
    throw conflict('Your account has no password yet. Use “Forgot password?” to choose one.');
  }
  if (!(await verifyPassword(user.passwordHash, password, userId))) throw wrongPasswordError();
  return { email: user.email, passwordHash: user.passwordHash };
}

/**
 * Locks the user row and returns whether the verified password hash is still current. Hashing takes long
 * enough that the owner may have reset the password meanwhile.
 */
export function lockCheckedPassword(
  manager: EntityManager,
  userId: string,
  passwordHash: string,
): Promise<boolean> {
  const text = 'SELECT 1 FROM users WHERE id = $1 AND password_hash = $2 FOR UPDATE';
  return hasRow(manager, text, [userId, passwordHash]);
}
