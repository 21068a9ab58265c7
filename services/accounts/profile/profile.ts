import type { DataSource } from 'typeorm';
import type { changeGuardian as changeGuardianContract } from '#contracts/accounts/guardians.ts';
import type * as contracts from '#contracts/accounts/profile.ts';
import type { Profile } from '#contracts/accounts/profile.ts';
import type { changeProfile as changeProfileContract } from '#contracts/accounts/profile-changes.ts';
import type { Deps, Handler } from '#services/deps.ts';
import { execute, lockRow, row } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, unauthenticated } from '#services/platform/errors.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { isSameMailbox } from '../addresses/account-address.ts';
import { readContact } from '../contact.ts';
import { checkGuardian, findOwnAddresses, hasRefused, sendGuardianLink } from '../guardians/guardians.ts';
import { checkAddressBudget } from '../mail-budget/mail-budget.ts';
import { checkName, firstName } from '../names.ts';
import { pictureAddress } from '../pictures/picture.ts';
import { findSessionWith } from '../sessions/find-session.ts';
import { UserEntity } from '../user.entity.ts';

interface CallerWithProfile extends Caller {
  profile: ProfileRow;
}

/** Returns the caller's own account, which {@link findCallerWithProfile} has read. */
export const getProfile: Handler<typeof contracts.getProfile, CallerWithProfile> = async ({ caller }) => ({
  message: 'Your account',
  data: toProfile(caller.profile, caller),
});

/** Returns the caller with the row of the own account. One statement: every page of a signed-in person makes this call. */
export async function findCallerWithProfile(
  sessionId: string,
  deps: Deps,
): Promise<CallerWithProfile | undefined> {
  const session = await findSessionWith<ProfileRow>(sessionId, deps, {
    select: selectProfiles,
    userId: '_id',
  });
  return session && { ...session.caller, profile: session.own };
}

/** Changes name, phone, country and gender. The role is fixed; the address has its own endpoint. */
export const changeProfile: Handler<typeof changeProfileContract> = async ({ body, caller }, { db }) => {
  const contact = readContact({ ...body, role: caller.role });
  checkName(body.fullName);
  const { isMinor } = await db.getRepository(UserEntity).findOneByOrFail({ id: caller.id });
  const fullName = isMinor ? firstName(body.fullName) : body.fullName;
  await db.getRepository(UserEntity).update(caller.id, { fullName, ...contact, gender: body.gender });
  return { message: 'Your profile is saved.', data: await presentProfile(db, caller) };
};

/** Stores whether sponsors see the learner's e-mail address once a meeting is arranged. */
export const changePrivacy: Handler<typeof contracts.changePrivacy> = async ({ body, caller }, { db }) => {
  await db.getRepository(UserEntity).update(caller.id, { hidesEmail: body.hidesEmail });
  return {
    message: body.hidesEmail
      ? 'Sponsors no longer see your e-mail address.'
      : 'Sponsors see your e-mail address once they arrange a meeting.',
  };
};

/** Stores the time zone of the caller's browser. */
export const reportTimeZone: Handler<typeof contracts.reportTimeZone> = async ({ body, caller }, { db }) => {
  const change = 'UPDATE users SET time_zone = $2 WHERE id = $1 AND time_zone IS DISTINCT FROM $2';
  await execute(db, change, [caller.id, body.timeZone]);
  return { message: 'Your time zone is stored.' };
};

/** Stores another guardian before one has agreed, and enqueues the link. @throws HttpError 409 when none is needed, 429. */
export const changeGuardian: Handler<typeof changeGuardianContract> = ({ body, caller }, { db }) =>
  inTransaction(db, async (manager) => {
    const user = await lockRow(manager, UserEntity, { id: caller.id });
    if (!user) throw unauthenticated();
    if (!user.isMinor) throw conflict('Your account needs no guardian.');
    if (user.guardianAgreedAt) throw conflict('Your guardian has agreed already.');
    if (user.guardianRefusedAt && isSameMailbox(user.guardianEmail ?? '', body.guardianEmail))
      throw conflict(
        'Your guardian did not agree. They can change their mind by the link in their mail, or you name another one.',
      );
    if (await hasRefused(manager, user.id, body.guardianEmail))
      throw conflict(
        'This person did not agree, so we do not write to them again. Please name another parent or guardian.',
      );
    const guardianEmail = checkGuardian(await findOwnAddresses(manager, user.id), body.guardianEmail);
    await checkAddressBudget(manager, user.id, guardianEmail);
    await manager.update(UserEntity, user.id, { guardianEmail, guardianRefusedAt: null });
    await sendGuardianLink(manager, user.id, guardianEmail);
    return { message: 'The mail to your guardian is on its way.' };
  });

type ProfileRow = Omit<Profile, 'profilePicture' | 'guardian' | 'isConfirmed'> & {
  contentType: string | null;
  addressKey: string | null;
  guardianEmail: string | null;
  hasAgreed: boolean;
  hasRefused: boolean;
};

const selectProfiles = `
  SELECT u.id AS "_id", u.email, u.email_verified_at IS NOT NULL AS "isEmailVerified", u.hides_email AS "hidesEmail",
    (SELECT l.address FROM account_links l
     WHERE l.user_id = u.id AND l.purpose = 'change-email' AND l.used_at IS NULL AND l.expires_at > now()
     ORDER BY l.created_at DESC LIMIT 1) AS "newEmail",
    u.full_name AS "fullName", u.phone_number AS "phoneNumber", u.country, u.gender, u.role,
    u.password_hash IS NOT NULL AS "hasPassword",
    EXISTS (SELECT 1 FROM google_identities g WHERE g.user_id = u.id) AS "hasGoogle",
    p.content_type AS "contentType", p.address_key AS "addressKey",
    u.guardian_email AS "guardianEmail", u.guardian_agreed_at IS NOT NULL AS "hasAgreed",
    u.guardian_refused_at IS NOT NULL AS "hasRefused"
  FROM users u LEFT JOIN profile_pictures p ON p.user_id = u.id`;

/** Returns a user's account as only that user may see it. */
export async function presentProfile(db: DataSource, caller: Caller): Promise<Profile> {
  const user = await row<ProfileRow>(db, `${selectProfiles} WHERE u.id = $1`, [caller.id]);
  if (!user) throw new Error('The user of a session has no row');
  return toProfile(user, caller);
}

function toProfile(user: ProfileRow, { isConfirmed = false }: Caller): Profile {
  const { contentType, addressKey, guardianEmail, hasAgreed, hasRefused, ...profile } = user;
  return {
    ...profile,
    isConfirmed,
    profilePicture: pictureAddress(profile._id, { contentType, addressKey }),
    guardian: guardianEmail ? { email: guardianEmail, hasAgreed, hasRefused } : null,
  };
}
