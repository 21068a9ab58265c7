import type { DataSource } from 'typeorm';
import { conflict, invalid } from '#services/platform/errors.ts';
import { UserEntity } from '../user.entity.ts';
import { verifyPassword } from './password-hash.ts';

const wrong = 'This is not your current password.';

/** Returns the HttpError 422 for a wrong current password. */
export const wrongPasswordError = () => invalid(wrong, { currentPassword: wrong });

/**
 * Verifies the caller's current password. Throws HttpError 422 when it is wrong, 409 when the account has
 * none.
 */
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
