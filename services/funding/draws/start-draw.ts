import { randomBytes } from 'node:crypto';
import type { startDraw as contract } from '#contracts/funding/draws.ts';
import type { Handler } from '#services/deps.ts';
import { row } from '#services/platform/database/sql.ts';
import { conflict } from '#services/platform/errors.ts';
import { compactDayCounts } from '#services/requests/listing/open-request-days.ts';
import { hashSeed } from './hash-seed.ts';
import { drawDateSql, parseDays, waitingDaysSql } from './waiting-days.ts';

type Row = { changes: number } & ({ id: null } | { id: string; today: string; days: string });

/**
 * Starts a draw: returns the hash of a new seed (the commitment) and the number of open requests per day, before the
 * browser adds its nonces. Replaces the open draw of this sponsor, so that a sponsor cannot collect several
 * commitments and continue the best one. @throws HttpError 409 when no request is open.
 */
export const startDraw: Handler<typeof contract> = async ({ caller }, { search }) => {
  const seed = randomBytes(32).toString('hex');
  const draw = await row<Row>(
    search,
    `WITH waiting AS MATERIALIZED (${waitingDaysSql('$1::uuid')}), started AS (
        INSERT INTO draws (sponsor_id, seed, days) SELECT $1, $2, days FROM waiting WHERE days IS NOT NULL
        ON CONFLICT (sponsor_id) WHERE second_nonce IS NULL DO UPDATE SET id = excluded.id, seed = excluded.seed,
          days = excluded.days, first_nonce = NULL, day = NULL, candidates = NULL, created_at = now()
        RETURNING id, ${drawDateSql} AS today)
      SELECT changes, id, today, days FROM waiting LEFT JOIN started ON true`,
    [caller.id, seed],
  );
  if (!draw) throw new Error('PostgreSQL returned no row');
  await compactDayCounts(search, draw.changes);
  if (!draw.id) throw conflict('No learners available to sponsor.');
  return {
    message: 'The draw has begun.',
    data: { _id: draw.id, commitment: hashSeed(seed), days: parseDays(draw.days, draw.today) },
  };
};
