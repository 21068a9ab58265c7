import { EntitySchema } from 'typeorm';
import { createdAt, reference, text } from '#services/platform/database/columns.ts';
import { fileColumns, hasFile, type StoredBytes } from '#services/platform/files/file-columns.ts';

/** A person's picture, re-encoded, at most 256 px, without metadata. */
export interface ProfilePicture extends StoredBytes {
  userId: string;
  contentType: string;
  /** Unguessable part of the picture's URL; changes with every upload. */
  addressKey: string;
  createdAt: Date;
}

export const ProfilePictureEntity = new EntitySchema<ProfilePicture>({
  name: 'ProfilePicture',
  tableName: 'profile_pictures',
  columns: {
    userId: reference('User', { onDelete: 'CASCADE', primary: true }),
    contentType: text,
    ...fileColumns,
    addressKey: text,
    createdAt,
  },
  checks: [hasFile('profile_pictures')],
});
