import { EntitySchema } from 'typeorm';
import { createdAt, flag, id, moment, oneOf, reference, text } from '#services/platform/database/columns.ts';

/** Purposes of links sent by mail; a link is valid for one of them. */
export const linkPurposes = [
  'verify-email',
  'reset-password',
  'change-email',
  'undo-email-change',
  'guardian-consent',
] as const;
/** See {@link linkPurposes}. */
export type LinkPurpose = (typeof linkPurposes)[number];

/** A single-use, expiring link sent by mail. Its signed token is never stored. */
export interface AccountLink {
  id: string;
  userId: string;
  purpose: LinkPurpose;
  /** The address to confirm, to change to, or to restore. Lower-cased. */
  address: string;
  /** Whether the address stays reserved for this account until the link is used or expires. */
  isReserved: boolean;
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
    isReserved: flag,
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
