import type { DataSource } from 'typeorm';
import { GoogleIdentityEntity } from './google-identity.entity.ts';

/** Whether a Google account opens this account. */
export function hasGoogle(db: DataSource, userId: string): Promise<boolean> {
  return db.getRepository(GoogleIdentityEntity).existsBy({ userId });
}
