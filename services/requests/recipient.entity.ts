import { EntitySchema } from 'typeorm';
import { moment, reference, text } from '#services/platform/database/columns.ts';

/** An address that a private request invites. */
export interface Recipient {
  requestId: string;
  /** Trimmed and lower-cased. */
  email: string;
  invitedAt: Date | null;
}

export const RecipientEntity = new EntitySchema<Recipient>({
  name: 'Recipient',
  tableName: 'request_recipients',
  columns: {
    requestId: reference('HelpRequest', { onDelete: 'CASCADE', primary: true }),
    email: { ...text, primary: true },
    invitedAt: moment,
  },
  indices: [{ name: 'request_recipients_email', columns: ['email'] }],
  checks: [{ name: 'request_recipients_email_lower', expression: 'email = lower(email)' }],
});
