import { EntitySchema } from 'typeorm';
import { reference } from '#services/platform/database/columns.ts';

/** How many mails about one person another person was sent, in a window of 24 hours. */
export interface PairMails {
  recipientId: string;
  aboutId: string;
  /** Start of the window. */
  since: Date;
  count: number;
}

export const PairMailsEntity = new EntitySchema<PairMails>({
  name: 'PairMails',
  tableName: 'pair_mails',
  columns: {
    recipientId: reference('User', { onDelete: 'CASCADE', primary: true }),
    aboutId: reference('User', { onDelete: 'CASCADE', primary: true }),
    since: { type: 'timestamptz', default: () => 'now()' },
    count: { type: 'integer', default: 1 },
  },
  indices: [{ name: 'pair_mails_about', columns: ['aboutId'] }],
});
