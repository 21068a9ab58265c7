import type { EntityManager } from 'typeorm';

/**
 * Whether the password that was just checked is still the account's; if so nobody changes it before the transaction
 * ends. Checking takes so long that the owner may take the account back meanwhile, and must not be overtaken.
 */
export async function lockCheckedPassword(
  manager: EntityManager,
  userId: string,
  passwordHash: string,
): Promise<boolean> {
  const rows: unknown[] = await manager.query(
    'SELECT 1 FROM users WHERE id = $1 AND password_hash = $2 FOR UPDATE',
    [userId, passwordHash],
  );
  return rows.length > 0;
}
