import type * as accounts from '#contracts/accounts/accounts.ts';
import type * as profile from '#contracts/accounts/profile-changes.ts';
import type { Handler } from '#services/deps.ts';
import { row } from '#services/platform/database/sql.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { fileStore } from '#services/platform/files/file-store.ts';
import type { StoredBytes } from '#services/platform/files/stored-object.entity.ts';
import { presentProfile } from '../profile/profile.ts';
import { isSuspended } from '../sessions/find-session.ts';
import { ProfilePictureEntity, UserEntity } from '../user.entity.ts';
import { encodePicture } from './picture.ts';

/** Replaces the profile picture; its previous URL stops working. @throws HttpError 409 for a person under 18. */
export const changePicture: Handler<typeof profile.changePicture> = async ({ file, caller }, deps) => {
  const { db } = deps;
  if (await db.getRepository(UserEntity).existsBy({ id: caller.id, isMinor: true }))
    throw conflict('Until you are 18, your account has no picture.');
  const { data, ...picture } = await encodePicture(file.data, caller.id);
  const stored = await fileStore(deps).put(data);
  await db
    .getRepository(ProfilePictureEntity)
    .upsert({ ...picture, ...stored, userId: caller.id }, ['userId']);
  return { message: 'Your new picture is saved.', data: await presentProfile(db, caller) };
};

/** Caches check again after this time, because a suspended person's picture must not be shown (decision 094). */
const maxAgeS = 300;

/** Serves a picture to callers with its complete URL; the key in the URL is the authorization. */
export const getPicture: Handler<typeof accounts.getPicture> = async ({ params, query }, deps) => {
  const picture = await row<StoredBytes & { contentType: string }>(
    deps.db,
    `SELECT p.content_type AS "contentType", p.data, p.object_key AS "objectKey" FROM profile_pictures p
     WHERE p.user_id = $1 AND p.address_key = $2 AND NOT ${isSuspended('p.user_id')}`,
    [params.id, query.v],
  );
  if (!picture) throw notFound();
  return { contentType: picture.contentType, data: await fileStore(deps).get(picture), maxAgeS };
};
