import { EntitySchema } from 'typeorm';
import { createdAt, id, moment, text } from '#services/platform/database/columns.ts';

/** A newsletter subscription; active once confirmed and until unsubscribed. */
export interface Subscriber {
  id: string;
  /** Trimmed and lower-cased. */
  email: string;
  /** When a confirmation mail was last enqueued; null once unsubscribed. */
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
