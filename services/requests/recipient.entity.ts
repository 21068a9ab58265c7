import { EntitySchema } from 'typeorm';
import { id, moment, reference, text } from '#services/platform/database/columns.ts';

/** An address that a private request invites. */
export interface Recipient {
  id: string;
  requestId: string;
  /** Trimmed and lower-cased. */
  email: string;
  /** When the last mail was sent. */
  invitedAt: Date | null;
  /** Number of resends, and the time of the last one. */
  resends: number;
  resentAt: Date | null;
}

export const RecipientEntity = new EntitySchema<Recipient>({
  name: 'Recipient',
  tableName: 'request_recipients',
  columns: {
    id,
    requestId: reference('HelpRequest', { onDelete: 'CASCADE' }),
    email: text,
    invitedAt: moment,
    resends: { type: 'integer', default: 0 },
    resentAt: moment,
  },
  indices: [
    { name: 'request_recipients_once', columns: ['requestId', 'email'], unique: true },
    { name: 'request_recipients_email', columns: ['email'] },
  ],
  checks: [{ name: 'request_recipients_email_lower', expression: 'email = lower(email)' }],
});
