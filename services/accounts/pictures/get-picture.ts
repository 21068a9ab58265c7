import type { getPicture as contract } from '#contracts/accounts/accounts.ts';
import type { Handler } from '#services/deps.ts';
import { notFound } from '#services/platform/errors.ts';
import { fileStore } from '#services/platform/files/file-store.ts';
import { ProfilePictureEntity } from './profile-picture.entity.ts';

const yearS = 31_536_000;

/** Serves a picture to callers with its complete URL; the key in the URL is the authorization. */
export const getPicture: Handler<typeof contract> = async ({ params, query }, deps) => {
  const picture = await deps.db
    .getRepository(ProfilePictureEntity)
    .findOneBy({ userId: params.id, addressKey: query.v });
  if (!picture) throw notFound();
  return { contentType: picture.contentType, data: await fileStore(deps).get(picture), maxAgeS: yearS };
};
