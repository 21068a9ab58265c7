import type { DataSource } from 'typeorm';
import type { Profile } from '#contracts/accounts/profile.ts';
import { row } from '#services/platform/database/sql.ts';
import { pictureAddress } from '../pictures/picture-address.ts';

/** The account of a user as the database returns it. */
export type ProfileRow = Omit<Profile, 'profilePicture' | 'guardian'> & {
  contentType: string | null;
  addressKey: string | null;
  guardianEmail: string | null;
  hasAgreed: boolean;
};

/** Selects a {@link ProfileRow} for each user. */
export const selectProfiles = `
  SELECT u.id AS "_id", u.email, u.email_verified_at IS NOT NULL AS "isEmailVerified", u.hides_email AS "hidesEmail",
    (SELECT l.address FROM account_links l
     WHERE l.user_id = u.id AND l.purpose = 'change-email' AND l.used_at IS NULL AND l.expires_at > now()
     ORDER BY l.created_at DESC LIMIT 1) AS "newEmail",
    u.full_name AS "fullName", u.phone_number AS "phoneNumber", u.country, u.gender, u.role,
    u.password_hash IS NOT NULL AS "hasPassword",
    EXISTS (SELECT 1 FROM google_identities g WHERE g.user_id = u.id) AS "hasGoogle",
    p.content_type AS "contentType", p.address_key AS "addressKey",
    u.guardian_email AS "guardianEmail", u.guardian_agreed_at IS NOT NULL AS "hasAgreed"
  FROM users u LEFT JOIN profile_pictures p ON p.user_id = u.id`;

/** Returns a user's account as only that user may see it. */
export async function presentProfile(db: DataSource, userId: string): Promise<Profile> {
  const found = await row<ProfileRow>(db, `${selectProfiles} WHERE u.id = $1`, [userId]);
  if (!found) throw new Error('The user of a session has no row');
  return toProfile(found);
}

/** Returns the account that a row holds, as only its user may see it. */
export function toProfile(found: ProfileRow): Profile {
  const { contentType, addressKey, guardianEmail, hasAgreed, ...profile } = found;
  const picture = contentType && addressKey ? { contentType, addressKey } : null;
  return {
    ...profile,
    profilePicture: pictureAddress(profile._id, picture),
    guardian: guardianEmail ? { email: guardianEmail, hasAgreed } : null,
  };
}
