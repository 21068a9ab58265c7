import { EntitySchema } from 'typeorm';
import { createdAt, id, moment, text } from '#services/platform/database/columns.ts';

/** An address that asked for the newsletter; it gets it once confirmed and until unsubscribed. */
export interface Subscriber {
  id: string;
  /** Trimmed and lower-cased. */
  email: string;
  /** When it was last promised a mail that asks to confirm; null once unsubscribed. */
  askedAt: Date | null;
  confirmedAt: Date | null;
  unsubscribedAt: Date | null;
  createdAt: Date;
}

export const SubscriberEntity = new EntitySchema<Subscriber>({
  name: 'Subscriber',
  tableName: 'subscribers',
  columns: { id, email: text, askedAt: moment, confirmedAt: moment, unsubscribedAt: moment, createdAt },
  indices: [{ name: 'subscribers_email_unique', columns: ['email'], unique: true }],
  checks: [{ name: 'subscribers_email_lower', expression: 'email = lower(email)' }],
});
