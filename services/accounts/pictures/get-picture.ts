import type { getPicture as contract } from '#contracts/accounts/accounts.ts';
import type { Handler } from '#services/deps.ts';
import { row } from '#services/platform/database/sql.ts';
import { notFound } from '#services/platform/errors.ts';
import type { StoredBytes } from '#services/platform/files/file-columns.ts';
import { fileStore } from '#services/platform/files/file-store.ts';
import { isSuspended } from '../is-suspended.ts';

/** Caches check again after this time, because a suspended person's picture must not be shown (decision 094). */
const maxAgeS = 300;

/** Serves a picture to callers with its complete URL; the key in the URL is the authorization. */
export const getPicture: Handler<typeof contract> = async ({ params, query }, deps) => {
  const picture = await row<StoredBytes & { contentType: string }>(
    deps.db,
    `SELECT p.content_type AS "contentType", p.data, p.object_key AS "objectKey" FROM profile_pictures p
     WHERE p.user_id = $1 AND p.address_key = $2 AND NOT ${isSuspended('p.user_id')}`,
    [params.id, query.v],
  );
  if (!picture) throw notFound();
  return { contentType: picture.contentType, data: await fileStore(deps).get(picture), maxAgeS };
};
