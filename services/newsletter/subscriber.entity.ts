import * as column from '#services/platform/database/columns.ts';
import { defineEntity } from '#services/platform/database/define-entity.ts';

/** A newsletter subscription; active once confirmed and until unsubscribed. */
export const SubscriberEntity = defineEntity({
  name: 'Subscriber',
  tableName: 'subscribers',
  columns: {
    id: column.id,
    email: column.address,
    /** When a confirmation mail was last enqueued; null once unsubscribed. */
    askedAt: column.moment,
    confirmedAt: column.moment,
    unsubscribedAt: column.moment,
    createdAt: column.createdAt,
  },
  indices: [{ name: 'subscribers_email_unique', columns: ['email'], unique: true }],
});
