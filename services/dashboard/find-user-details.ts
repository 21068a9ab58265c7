import { pictureAddress } from '#services/accounts/pictures/picture-address.ts';
import type { Deps } from '#services/deps.ts';
import { row } from '#services/platform/database/sql.ts';
import { describeError } from '#services/platform/describe-error.ts';
import type { StoredBytes } from '#services/platform/files/file-columns.ts';
import { fileStore } from '#services/platform/files/file-store.ts';
import { FilesUnavailableError } from '#services/platform/files/object-store.ts';

interface Row extends StoredBytes {
  fullName: string;
  email: string;
  isEmailVerified: boolean;
  contentType: string | null;
  addressKey: string | null;
}

/**
 * Returns the dashboard's user, with the picture inline so that the banner needs no second call; without it while the
 * object store is unavailable.
 */
export async function findUserDetails(deps: Deps, userId: string) {
  const found = await row<Row>(
    deps.db,
    `SELECT u.full_name AS "fullName", u.email, u.email_verified_at IS NOT NULL AS "isEmailVerified",
       p.content_type AS "contentType", p.address_key AS "addressKey", p.data, p.object_key AS "objectKey"
     FROM users u LEFT JOIN profile_pictures p ON p.user_id = u.id WHERE u.id = $1`,
    [userId],
  );
  if (!found) throw new Error('The caller has no account');
  const { contentType, addressKey, data, objectKey, ...person } = found;
  const address = pictureAddress(userId, contentType && addressKey ? { contentType, addressKey } : null);
  const bytes = address && (await readPicture(deps, { data, objectKey }));
  return {
    _id: userId,
    ...person,
    profilePicture: address && bytes ? { ...address, data: bytes.toString('base64') } : null,
  };
}

async function readPicture(deps: Deps, stored: StoredBytes): Promise<Buffer | null> {
  try {
    return await fileStore(deps).get(stored);
  } catch (error) {
    if (!(error instanceof FilesUnavailableError)) throw error;
    deps.log.warn(
      { reason: describeError(error) },
      'Dashboard without its picture: the object store is unavailable',
    );
    return null;
  }
}
