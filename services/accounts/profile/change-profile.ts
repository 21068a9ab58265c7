import type { changeProfile as contract } from '#contracts/accounts/profile.ts';
import type { Handler } from '#services/deps.ts';
import { checkName } from '../check-name.ts';
import { firstName } from '../names.ts';
import { UserEntity } from '../user.entity.ts';
import { presentProfile } from './present-profile.ts';

/** Changes name, phone, country and gender. The role is fixed; the address has its own endpoint. */
export const changeProfile: Handler<typeof contract> = async ({ body, caller }, { db }) => {
  const { phoneNumber, country, gender } = body;
  checkName(body.fullName);
  const { isMinor } = await db.getRepository(UserEntity).findOneByOrFail({ id: caller.id });
  const fullName = isMinor ? firstName(body.fullName) : body.fullName;
  await db.getRepository(UserEntity).update(caller.id, { fullName, phoneNumber, country, gender });
  return { message: 'Your profile is saved.', data: await presentProfile(db, caller.id) };
};
