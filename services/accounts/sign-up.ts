import type { EntityManager } from 'typeorm';
import type { onboard as contract } from '#contracts/accounts/accounts.ts';
import type { Handler } from '#services/deps.ts';
import { insertOnce } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { HttpError } from '#services/platform/errors.ts';
import { fileStore } from '#services/platform/files/file-store.ts';
import { isAddressTaken } from './addresses/account-address.ts';
import { sendVerification } from './addresses/verification.ts';
import { readContact } from './contact.ts';
import { readAge, sendGuardianLink } from './guardians/guardians.ts';
import { checkName } from './names.ts';
import { hashPassword, rejectWeakPassword } from './passwords/passwords.ts';
import { encodePicture } from './pictures/picture.ts';
import { ConsentEntity, ProfilePictureEntity, type User, UserEntity } from './user.entity.ts';

/**
 * Creates an account with its picture and sends the mail that confirms its address. Throws HttpError 409 when
 * the address has an account.
 */
export const onboard: Handler<typeof contract> = async ({ body, file, ip }, deps) => {
  const { db } = deps;
  const { password, isAdult, guardianEmail, adultFrom, termsVersion, ...given } = body;
  const age = readAge({ ...given, isAdult, guardianEmail, adultFrom });
  const profile = { ...given, ...readContact(given), ...age };
  checkName(body.fullName);
  await rejectWeakPassword(password, { email: profile.email, brand: deps.config.brand }, 'password');
  const picture = file && (await encodePicture(file.data, ip));
  const passwordHash = await hashPassword(password, ip);
  const stored = picture && { ...picture, ...(await fileStore(deps).put(picture.data)) };
  await inTransaction(db, async (manager) => {
    if (await isAddressTaken(manager, profile.email)) throw accountExists();
    const user = await insertOnce(manager, UserEntity, { ...profile, passwordHash });
    // A concurrent sign-up with the same address committed first.
    if (!user) throw accountExists();
    if (stored) await manager.insert(ProfilePictureEntity, { ...stored, userId: user.id });
    await finishSignUp(manager, user, termsVersion);
    await sendVerification(manager, { id: user.id, email: profile.email });
  });
  return { message: 'Your account is ready. Please sign in.' };
};

function accountExists(): HttpError {
  const message = 'An account with this email already exists. Please sign in instead.';
  return new HttpError(409, message, { errors: { email: message } });
}

/** Stores the consent to the terms that the person ticked, and enqueues the mail to the guardian of a learner under 18. */
export async function finishSignUp(
  manager: EntityManager,
  { id: userId, guardianEmail }: Pick<User, 'id' | 'guardianEmail'>,
  termsVersion: string | undefined,
): Promise<void> {
  if (termsVersion) await manager.insert(ConsentEntity, { userId, kind: 'terms', version: termsVersion });
  if (guardianEmail) await sendGuardianLink(manager, userId, guardianEmail);
}
