import { EntitySchema } from 'typeorm';
import { reference } from '#services/platform/database/columns.ts';

/** A sponsor's first view of a request; one row per pair. */
export interface RequestView {
  requestId: string;
  sponsorId: string;
  /** Time of the first view. */
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
  indices: [{ name: 'request_views_sponsor', columns: ['sponsorId'] }],
});
