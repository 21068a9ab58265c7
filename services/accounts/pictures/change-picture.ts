import type { changePicture as contract } from '#contracts/accounts/profile.ts';
import type { Handler } from '#services/deps.ts';
import { conflict } from '#services/platform/errors.ts';
import { fileStore } from '#services/platform/files/file-store.ts';
import { presentProfile } from '../profile/present-profile.ts';
import { UserEntity } from '../user.entity.ts';
import { encodePicture } from './encode-picture.ts';
import { ProfilePictureEntity } from './profile-picture.entity.ts';

/** Replaces the profile picture; its previous URL stops working. @throws HttpError 409 for a person under 18. */
export const changePicture: Handler<typeof contract> = async ({ file, caller }, deps) => {
  const { db } = deps;
  if (await db.getRepository(UserEntity).existsBy({ id: caller.id, isMinor: true }))
    throw conflict('Until you are 18, your account has no picture.');
  const { data, ...picture } = await encodePicture(file.data, caller.id);
  const stored = await fileStore(deps).put(data);
  await db
    .getRepository(ProfilePictureEntity)
    .upsert({ ...picture, ...stored, userId: caller.id }, ['userId']);
  return { message: 'Your new picture is saved.', data: await presentProfile(db, caller.id) };
};
