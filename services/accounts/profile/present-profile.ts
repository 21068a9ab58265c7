import { type DataSource, IsNull, MoreThan } from 'typeorm';
import type { Profile } from '#contracts/profile.ts';
import { AccountLinkEntity } from '../addresses/account-link.entity.ts';
import { GoogleIdentityEntity } from '../google/google-identity.entity.ts';
import { pictureAddress } from '../pictures/picture-address.ts';
import { ProfilePictureEntity } from '../pictures/profile-picture.entity.ts';
import { UserEntity } from '../user.entity.ts';

/** Returns a user's account as only that user may see it. */
export async function presentProfile(db: DataSource, userId: string): Promise<Profile> {
  const user = await db.getRepository(UserEntity).findOneByOrFail({ id: userId });
  const secret = await db
    .getRepository(UserEntity)
    .findOneOrFail({ where: { id: userId }, select: { id: true, passwordHash: true } });
  const picture = await db.getRepository(ProfilePictureEntity).findOne({
    where: { userId },
    select: { userId: true, contentType: true, addressKey: true },
  });
  const change = await db.getRepository(AccountLinkEntity).findOne({
    where: { userId, purpose: 'change-email', usedAt: IsNull(), expiresAt: MoreThan(new Date()) },
    order: { createdAt: 'DESC' },
  });
  return {
    _id: user.id,
    email: user.email,
    isEmailVerified: user.emailVerifiedAt !== null,
    hidesEmail: user.hidesEmail,
    newEmail: change?.address ?? null,
    fullName: user.fullName,
    phoneNumber: user.phoneNumber,
    country: user.country,
    gender: user.gender,
    role: user.role,
    profilePicture: pictureAddress(userId, picture),
    guardian: user.guardianEmail
      ? { email: user.guardianEmail, hasAgreed: user.guardianAgreedAt !== null }
      : null,
    hasPassword: secret.passwordHash !== null,
    hasGoogle: await db.getRepository(GoogleIdentityEntity).existsBy({ userId }),
  };
}
