import type { onboard as contract } from '#contracts/accounts.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { Refusal } from '#services/platform/errors.ts';
import { encodePicture } from './encode-picture.ts';
import { hashPassword } from './password-hash.ts';
import { ProfilePictureEntity } from './profile-picture.entity.ts';
import { UserEntity } from './user.entity.ts';

const taken = 'An account with this email already exists. Please sign in instead.';

/** Makes an account with its picture. */
export const onboard: Handler<typeof contract> = async ({ body, file }, { db }) => {
  const { password, ...profile } = body;
  const picture = await encodePicture(file.data);
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (manager) => {
    const inserted = await manager
      .createQueryBuilder()
      .insert()
      .into(UserEntity)
      .values({ ...profile, passwordHash })
      .orIgnore()
      .returning('id')
      .execute();
    const [user] = inserted.raw as { id: string }[];
    if (!user) throw new Refusal(409, taken, { errors: { email: taken } });
    await manager.insert(ProfilePictureEntity, { ...picture, userId: user.id });
  });
  return { message: 'Your account is ready. Please sign in.' };
};
