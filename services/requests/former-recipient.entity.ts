import { EntitySchema } from 'typeorm';
import { moment, reference, text } from '#services/platform/database/columns.ts';

/**
 * How often, and when last, an address that is off a request's list was written to: being taken off and put on again
 * must not be a way around the pause between two mails.
 */
export interface FormerRecipient {
  requestId: string;
  /** The address itself is not kept. */
  addressHash: string;
  invitedAt: Date;
  resends: number;
  resentAt: Date | null;
}

export const FormerRecipientEntity = new EntitySchema<FormerRecipient>({
  name: 'FormerRecipient',
  tableName: 'former_recipients',
  columns: {
    requestId: reference('HelpRequest', { onDelete: 'CASCADE', primary: true }),
    addressHash: { ...text, primary: true },
    invitedAt: { type: 'timestamptz' },
    resends: { type: 'integer' },
    resentAt: moment,
  },
});
