import { randomBytes } from 'node:crypto';
import type { startDraw as contract } from '#contracts/draws.ts';
import type { Handler } from '#services/deps.ts';
import { conflict } from '#services/platform/errors.ts';
import { compactDayCounts } from '#services/requests/listing/open-request-days.ts';
import { hashSeed } from './hash-seed.ts';
import { drawDateSql, parseDays, waitingDaysSql } from './waiting-days.ts';

type Row = { changes: number } & ({ id: null } | { id: string; today: string; days: string });

/**
 * Starts a draw: promises a seed by its hash and says how many wait since when, before the browser's chance comes
 * in. It takes the place of the one that this sponsor has open: of many promises nobody can keep the one whose day
 * they like. Refuses with 409 when nobody waits.
 */
export const startDraw: Handler<typeof contract> = async ({ caller }, { search }) => {
  const seed = randomBytes(32).toString('hex');
  const { rows } = await search.query<Row>({
    name: 'start-draw',
    text: `WITH waiting AS MATERIALIZED (${waitingDaysSql('$1::uuid')}), started AS (
        INSERT INTO draws (sponsor_id, seed, days) SELECT $1, $2, days FROM waiting WHERE days IS NOT NULL
        ON CONFLICT (sponsor_id) WHERE second_nonce IS NULL DO UPDATE SET id = excluded.id, seed = excluded.seed,
          days = excluded.days, first_nonce = NULL, day = NULL, candidates = NULL, created_at = now()
        RETURNING id, ${drawDateSql} AS today)
      SELECT changes, id, today, days FROM waiting LEFT JOIN started ON true`,
    values: [caller.id, seed],
  });
  const [draw] = rows;
  if (!draw) throw new Error('PostgreSQL counted nothing');
  await compactDayCounts(search, draw.changes);
  if (!draw.id) throw conflict('No learners available to sponsor.');
  return {
    message: 'The draw has begun.',
    data: { _id: draw.id, commitment: hashSeed(seed), days: parseDays(draw.days, draw.today) },
  };
};
