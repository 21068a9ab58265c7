import type { changePicture as contract } from '#contracts/profile.ts';
import type { Handler } from '#services/deps.ts';
import { presentProfile } from '../profile/present-profile.ts';
import { encodePicture } from './encode-picture.ts';
import { ProfilePictureEntity } from './profile-picture.entity.ts';

/** Replaces the profile picture; its previous URL stops working. */
export const changePicture: Handler<typeof contract> = async ({ file, caller }, { db }) => {
  const picture = await encodePicture(file.data);
  await db.getRepository(ProfilePictureEntity).upsert({ ...picture, userId: caller.id }, ['userId']);
  return { message: 'Your new picture is saved.', data: await presentProfile(db, caller.id) };
};
