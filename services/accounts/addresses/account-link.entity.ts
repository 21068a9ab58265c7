import { EntitySchema } from 'typeorm';
import { createdAt, id, moment, oneOf, reference, text } from '#services/platform/database/columns.ts';

/** What a link that we send by mail is good for. */
export const linkPurposes = ['verify-email', 'reset-password', 'change-email', 'undo-email-change'] as const;
/** See {@link linkPurposes}. */
export type LinkPurpose = (typeof linkPurposes)[number];

/** A link that was sent to somebody: good for one purpose, once, for a while. Its secret part is never stored. */
export interface AccountLink {
  id: string;
  userId: string;
  purpose: LinkPurpose;
  /** The address that the link is about: to be confirmed, changed to, or gone back to. Lower-cased. */
  address: string;
  expiresAt: Date;
  usedAt: Date | null;
  createdAt: Date;
}

export const AccountLinkEntity = new EntitySchema<AccountLink>({
  name: 'AccountLink',
  tableName: 'account_links',
  columns: {
    id,
    userId: reference('User', { onDelete: 'CASCADE' }),
    purpose: text,
    address: text,
    expiresAt: { type: 'timestamptz' },
    usedAt: moment,
    createdAt,
  },
  indices: [
    { name: 'account_links_user', columns: ['userId', 'purpose'] },
    { name: 'account_links_address', columns: ['address', 'purpose'], where: 'used_at IS NULL' },
  ],
  checks: [
    { name: 'account_links_purpose_known', expression: oneOf('purpose', linkPurposes) },
    { name: 'account_links_address_lower', expression: 'address = lower(address)' },
  ],
});
