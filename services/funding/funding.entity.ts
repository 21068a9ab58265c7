import { pledgeStatuses } from '#contracts/funding/pledges.ts';
import { currencies } from '#contracts/money.ts';
import * as column from '#services/platform/database/columns.ts';
import { defineEntity, type RowOf } from '#services/platform/database/define-entity.ts';

/** A sponsor's choice to fund a request; the results are in its payments. */
export type Sponsorship = RowOf<typeof SponsorshipEntity>;

export const SponsorshipEntity = defineEntity({
  name: 'Sponsorship',
  tableName: 'sponsorships',
  columns: {
    id: column.id,
    requestId: column.reference('HelpRequest'),
    sponsorId: column.reference('User'),
    /** Whether the sponsor's name is hidden from the learner. */
    isAnonymous: column.emptied(column.boolean, 'true'),
    /** Whether the sponsor gets the rest back when the course costs less; otherwise it goes to the completion fund. */
    wantsRestBack: column.flag,
    createdAt: column.createdAt,
  },
  indices: [
    { name: 'sponsorships_one_per_sponsor', columns: ['requestId', 'sponsorId'], unique: true },
    { name: 'sponsorships_sponsor', columns: ['sponsorId', 'createdAt'] },
  ],
});

/** An amount that a sponsor intends to give to a group of learners; nothing is charged for it yet. */
export type Pledge = RowOf<typeof PledgeEntity>;

export const PledgeEntity = defineEntity({
  name: 'Pledge',
  tableName: 'pledges',
  columns: {
    id: column.id,
    sponsorId: column.reference('User', { onDelete: 'CASCADE' }),
    amountMinor: column.amountMinor,
    currency: column.oneOf(currencies),
    targetGroup: column.text,
    note: column.optionalText,
    status: column.oneOf(pledgeStatuses, { default: 'pledged' }),
    createdAt: column.createdAt,
    withdrawnAt: column.moment,
  },
  indices: [{ name: 'pledges_sponsor', columns: ['sponsorId', 'createdAt'] }],
  checks: [
    { name: 'pledges_amount_positive', expression: 'amount_minor > 0' },
    { name: 'pledges_withdrawn_at', expression: `(withdrawn_at IS NOT NULL) = (status = 'withdrawn')` },
  ],
});

/** A random draw among open requests (commit and reveal), from the commitment to the outcome. */
export type Draw = RowOf<typeof DrawEntity>;

export const DrawEntity = defineEntity({
  name: 'Draw',
  tableName: 'draws',
  columns: {
    id: column.id,
    sponsorId: column.reference('User', { onDelete: 'CASCADE' }),
    /** 32 random bytes in hex; revealed once the outcome is stored. */
    seed: column.text,
    /** Serialized day counts; {@link parseDays} reads them. */
    days: column.text,
    firstNonce: column.optionalText,
    /** The day that was drawn, as YYYY-MM-DD. */
    day: column.optionalDate,
    /** Ids of the requests of that day, in order. */
    candidates: { ...column.ofOthers(column.optional(column.json<string[]>())), type: 'json' },
    secondNonce: column.optionalText,
    winnerId: column.ofOthers(column.reference('HelpRequest', { onDelete: 'SET NULL', nullable: true })),
    createdAt: column.createdAt,
  },
  indices: [
    { name: 'draws_sponsor', columns: ['sponsorId', 'createdAt'] },
    { name: 'draws_created', columns: ['createdAt'] },
    { name: 'draws_one_open', columns: ['sponsorId'], unique: true, where: 'second_nonce IS NULL' },
    { name: 'draws_winner', columns: ['winnerId'], where: 'winner_id IS NOT NULL' },
  ],
  checks: [
    {
      name: 'draws_in_order',
      expression: `(first_nonce IS NULL) = (candidates IS NULL) AND (first_nonce IS NULL) = (day IS NULL)
        AND (second_nonce IS NULL OR first_nonce IS NOT NULL)`,
    },
  ],
});
