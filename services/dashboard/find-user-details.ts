import type { DataSource } from 'typeorm';
import { pictureAddress } from '#services/accounts/pictures/picture-address.ts';
import { ProfilePictureEntity } from '#services/accounts/pictures/profile-picture.entity.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';

/** Who the dashboard belongs to, with the picture itself so that the banner needs no second call. */
export async function findUserDetails(db: DataSource, userId: string) {
  const [user, picture] = await Promise.all([
    db.getRepository(UserEntity).findOneByOrFail({ id: userId }),
    db.getRepository(ProfilePictureEntity).findOneBy({ userId }),
  ]);
  const address = pictureAddress(userId, picture);
  return {
    _id: user.id,
    fullName: user.fullName,
    email: user.email,
    isEmailVerified: user.emailVerifiedAt !== null,
    profilePicture: address && picture ? { ...address, data: picture.data.toString('base64') } : null,
  };
}
