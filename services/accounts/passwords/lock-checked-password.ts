import type { EntityManager } from 'typeorm';
import { rows } from '#services/platform/database/sql.ts';

/**
 * Locks the user row and returns whether the verified password hash is still current. Hashing takes long
 * enough that the owner may have reset the password meanwhile.
 */
export async function lockCheckedPassword(
  manager: EntityManager,
  userId: string,
  passwordHash: string,
): Promise<boolean> {
  const found = await rows(manager, 'SELECT 1 FROM users WHERE id = $1 AND password_hash = $2 FOR UPDATE', [
    userId,
    passwordHash,
  ]);
  return found.length > 0;
}
