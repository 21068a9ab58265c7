import type { DataSource } from 'typeorm';
import { pictureAddress } from '#services/accounts/pictures/picture-address.ts';
import { row } from '#services/platform/database/sql.ts';

interface Row {
  fullName: string;
  email: string;
  isEmailVerified: boolean;
  contentType: string | null;
  addressKey: string | null;
  data: Buffer | null;
}

/** Returns the dashboard's user, with the picture inline so that the banner needs no second call. */
export async function findUserDetails(db: DataSource, userId: string) {
  const found = await row<Row>(
    db,
    `SELECT u.full_name AS "fullName", u.email, u.email_verified_at IS NOT NULL AS "isEmailVerified",
       p.content_type AS "contentType", p.address_key AS "addressKey", p.data
     FROM users u LEFT JOIN profile_pictures p ON p.user_id = u.id WHERE u.id = $1`,
    [userId],
  );
  if (!found) throw new Error('The caller has no account');
  const { contentType, addressKey, data, ...person } = found;
  const address = pictureAddress(userId, contentType && addressKey ? { contentType, addressKey } : null);
  return {
    _id: userId,
    ...person,
    profilePicture: address && data ? { ...address, data: data.toString('base64') } : null,
  };
}
