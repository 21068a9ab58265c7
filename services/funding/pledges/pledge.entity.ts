import { EntitySchema } from 'typeorm';
import { type PledgeStatus, pledgeStatuses } from '#contracts/funding/pledges.ts';
import { type Currency, currencies } from '#contracts/money.ts';
import {
  amountMinor,
  createdAt,
  id,
  moment,
  oneOf,
  optionalText,
  reference,
  text,
} from '#services/platform/database/columns.ts';

/** An amount that a sponsor intends to give to a group of learners; nothing is charged for it yet. */
export interface Pledge {
  id: string;
  sponsorId: string;
  amountMinor: number;
  currency: Currency;
  targetGroup: string;
  note: string | null;
  status: PledgeStatus;
  createdAt: Date;
  withdrawnAt: Date | null;
}

export const PledgeEntity = new EntitySchema<Pledge>({
  name: 'Pledge',
  tableName: 'pledges',
  columns: {
    id,
    sponsorId: reference('User', { onDelete: 'CASCADE' }),
    amountMinor,
    currency: text,
    targetGroup: text,
    note: optionalText,
    status: { ...text, default: 'pledged' },
    createdAt,
    withdrawnAt: moment,
  },
  indices: [{ name: 'pledges_sponsor', columns: ['sponsorId', 'createdAt'] }],
  checks: [
    { name: 'pledges_amount_positive', expression: 'amount_minor > 0' },
    { name: 'pledges_currency_known', expression: oneOf('currency', currencies) },
    { name: 'pledges_status_known', expression: oneOf('status', pledgeStatuses) },
    { name: 'pledges_withdrawn_at', expression: `(withdrawn_at IS NOT NULL) = (status = 'withdrawn')` },
  ],
});
