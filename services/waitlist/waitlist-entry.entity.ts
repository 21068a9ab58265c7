import { EntitySchema } from 'typeorm';
import { type WaitlistInterest, waitlistInterests } from '#contracts/waitlist/waitlist.ts';
import { createdAt, id, oneOf, optionalText, text } from '#services/platform/database/columns.ts';

/** A waitlist entry. An address has one entry per interest; entries without an address are all stored. */
export interface WaitlistEntry {
  id: string;
  /** Trimmed and lower-cased. */
  email: string | null;
  wish: WaitlistInterest;
  note: string | null;
  createdAt: Date;
}

export const WaitlistEntryEntity = new EntitySchema<WaitlistEntry>({
  name: 'WaitlistEntry',
  tableName: 'waitlist_answers',
  columns: { id, email: optionalText, wish: text, note: optionalText, createdAt },
  indices: [{ name: 'waitlist_answers_once', columns: ['email', 'wish'], unique: true }],
  checks: [
    { name: 'waitlist_answers_email_lower', expression: 'email = lower(email)' },
    { name: 'waitlist_answers_wish_known', expression: oneOf('wish', waitlistInterests) },
  ],
});
