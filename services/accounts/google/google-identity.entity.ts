import { EntitySchema } from 'typeorm';
import { createdAt, reference, text } from '#services/platform/database/columns.ts';

/** A Google account that opens an account of ours; at most one each. */
export interface LinkedGoogleAccount {
  sub: string;
  userId: string;
  /** The address at Google when the two were linked. Lower-cased. */
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
