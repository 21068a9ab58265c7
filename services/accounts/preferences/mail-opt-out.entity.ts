import { EntitySchema } from 'typeorm';
import type { MailTopic } from '#contracts/accounts/mail-topics.ts';
import { createdAt, id, optionalText, reference, text } from '#services/platform/database/columns.ts';

/** A mail topic switched off by a user, or for an address without an account. */
export interface MailOptOut {
  id: string;
  userId: string | null;
  /** SHA-256 of the address, in base64url: addresses without an account are not stored. */
  addressHash: string | null;
  topic: MailTopic;
  createdAt: Date;
}

export const MailOptOutEntity = new EntitySchema<MailOptOut>({
  name: 'MailOptOut',
  tableName: 'mail_opt_outs',
  columns: {
    id,
    userId: reference('User', { onDelete: 'CASCADE', nullable: true }),
    addressHash: optionalText,
    topic: text,
    createdAt,
  },
  indices: [
    { name: 'mail_opt_outs_person', columns: ['userId', 'topic'], unique: true },
    { name: 'mail_opt_outs_address', columns: ['addressHash', 'topic'], unique: true },
  ],
  checks: [{ name: 'mail_opt_outs_of_one', expression: '(user_id IS NULL) <> (address_hash IS NULL)' }],
});
