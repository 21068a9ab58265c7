import { EntitySchema } from 'typeorm';
import { reference } from '#services/platform/database/columns.ts';

/** That a sponsor has looked at a request: one row for each pair, however often they come back. */
export interface RequestView {
  requestId: string;
  sponsorId: string;
  /** The first look. */
  seenAt: Date;
}

export const RequestViewEntity = new EntitySchema<RequestView>({
  name: 'RequestView',
  tableName: 'request_views',
  columns: {
    requestId: reference('HelpRequest', { onDelete: 'CASCADE', primary: true }),
    sponsorId: reference('User', { onDelete: 'CASCADE', primary: true }),
    seenAt: { type: 'timestamptz', default: () => 'now()' },
  },
});
