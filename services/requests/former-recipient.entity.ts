import { EntitySchema } from 'typeorm';
import { moment, reference, text } from '#services/platform/database/columns.ts';

/**
 * Counts and times of the invitations sent to an address that was removed from a request, so that removing and adding
 * it again does not reset the pause or the maximum number of mails.
 */
export interface FormerRecipient {
  requestId: string;
  /** Hash only; the address itself is not stored. */
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
