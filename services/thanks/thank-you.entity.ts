import { thankYouStages, thankYouStatuses } from '#contracts/thanks/thanks.ts';
import * as column from '#services/platform/database/columns.ts';
import { defineEntity, type RowOf } from '#services/platform/database/define-entity.ts';

/** The words of a learner to the sponsor who paid, one for each stage of the request. */
export type ThankYouRow = RowOf<typeof ThankYouEntity>;

export const ThankYouEntity = defineEntity({
  name: 'ThankYou',
  tableName: 'thank_yous',
  columns: {
    id: column.id,
    requestId: column.reference('HelpRequest', { onDelete: 'CASCADE' }),
    /** Not exported to the learner, from whom the sponsor may be hidden. */
    sponsorId: column.exportedTo(column.reference('User', { onDelete: 'CASCADE' }), 'sponsor'),
    stage: column.oneOf(thankYouStages),
    /** Empty once it was removed. */
    text: column.exportedTo(column.text, 'learner', 'sponsor'),
    status: column.oneOf(thankYouStatuses, { default: 'held' }),
    /** Mailed to the learner. */
    declineReason: column.exportedTo(column.optionalText, 'learner'),
    deliveredAt: column.moment,
    createdAt: column.createdAt,
  },
  indices: [
    { name: 'thank_yous_one_per_stage', columns: ['requestId', 'stage'], unique: true },
    { name: 'thank_yous_sponsor', columns: ['sponsorId'] },
  ],
  checks: [
    {
      name: 'thank_yous_delivered_at',
      expression: `status NOT IN ('delivered', 'removed') OR delivered_at IS NOT NULL`,
    },
    { name: 'thank_yous_reason', expression: `(status = 'declined') = (decline_reason IS NOT NULL)` },
  ],
});
