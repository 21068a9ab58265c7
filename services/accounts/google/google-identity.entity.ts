import { EntitySchema } from 'typeorm';
import { createdAt, reference, text } from '#services/platform/database/columns.ts';

/** A Google account linked to an account, one to one. */
export interface LinkedGoogleAccount {
  sub: string;
  userId: string;
  /** The Google address at the time of linking. Lower-cased. */
  email: string;
  createdAt: Date;
}

export const GoogleIdentityEntity = new EntitySchema<LinkedGoogleAccount>({
  name: 'GoogleIdentity',
  tableName: 'google_identities',
  columns: {
    sub: { type: 'text', primary: true },
    userId: reference('User', { onDelete: 'CASCADE' }),
    email: text,
    createdAt,
  },
  indices: [{ name: 'google_identities_user_unique', columns: ['userId'], unique: true }],
  checks: [{ name: 'google_identities_email_lower', expression: 'email = lower(email)' }],
});
