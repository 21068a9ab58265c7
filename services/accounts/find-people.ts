import type { DataSource, FindOptionsWhere } from 'typeorm';
import { In } from 'typeorm';
import { pictureAddress } from './pictures/picture-address.ts';
import { ProfilePictureEntity } from './pictures/profile-picture.entity.ts';
import { type User, UserEntity } from './user.entity.ts';

/** A person with the URL of their picture. */
export interface Person extends Pick<User, 'id' | 'email' | 'fullName' | 'isMinor'> {
  picture: { contentType: string; url: string } | null;
}

/** Returns people by id, with the URLs of their pictures but without the picture data. */
export async function findPeople(
  db: DataSource,
  where: FindOptionsWhere<User>,
): Promise<Map<string, Person>> {
  const users = await db
    .getRepository(UserEntity)
    .find({ where, select: { id: true, email: true, fullName: true, isMinor: true } });
  const pictures = await db.getRepository(ProfilePictureEntity).find({
    where: { userId: In(users.map(({ id }) => id)) },
    select: { userId: true, contentType: true, addressKey: true },
  });
  const addresses = new Map(
    pictures.map((picture) => [picture.userId, pictureAddress(picture.userId, picture)]),
  );
  return new Map(users.map((user) => [user.id, { ...user, picture: addresses.get(user.id) ?? null }]));
}
