import { EntitySchema } from 'typeorm';
import { createdAt, id, optionalText, reference, text } from '#services/platform/database/columns.ts';

/** A random draw among open requests (commit and reveal), from the commitment to the outcome. */
export interface Draw {
  id: string;
  sponsorId: string;
  /** 32 random bytes in hex; revealed once the outcome is stored. */
  seed: string;
  /** Serialized day counts; {@link parseDays} reads them. */
  days: string;
  firstNonce: string | null;
  /** The day that was drawn, as YYYY-MM-DD. */
  day: string | null;
  /** Ids of the requests of that day, in order. */
  candidates: string[] | null;
  secondNonce: string | null;
  winnerId: string | null;
  createdAt: Date;
}

export const DrawEntity = new EntitySchema<Draw>({
  name: 'Draw',
  tableName: 'draws',
  columns: {
    id,
    sponsorId: reference('User', { onDelete: 'CASCADE' }),
    seed: text,
    days: text,
    firstNonce: optionalText,
    day: { type: 'date', nullable: true },
    candidates: { type: 'json', nullable: true },
    secondNonce: optionalText,
    winnerId: reference('HelpRequest', { onDelete: 'SET NULL', nullable: true }),
    createdAt,
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
