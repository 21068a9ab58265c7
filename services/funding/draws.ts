import { createHash, createHmac, randomBytes } from 'node:crypto';
import type pg from 'pg';
import {
  drawDay as drawDayBy,
  drawRequest,
  type Hmac,
  type WaitingDay,
  weightOf,
} from '#contracts/funding/draw-rules.ts';
import type * as contracts from '#contracts/funding/draws.ts';
import type { Handler } from '#services/deps.ts';
import { row } from '#services/platform/database/sql.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { compactDayCounts, publicDaysSql } from '#services/requests/listing/listing-criteria.ts';
import {
  listedForAllSql,
  listedForSponsor,
  listedForSponsorOnly,
  notPayableBy,
} from '#services/requests/visible-to-sponsor.ts';
import type { Draw } from './funding.entity.ts';

type Row = { changes: number } & ({ id: null } | { id: string; today: string; days: string });

/**
 * Starts a draw: returns the hash of a new seed (the commitment) and the number of open requests per day, before the
 * browser adds its nonces. Replaces the open draw of this sponsor, so that a sponsor cannot collect several
 * commitments and continue the best one. @throws HttpError 409 when no request is open.
 */
export const startDraw: Handler<typeof contracts.startDraw> = async ({ caller }, { search }) => {
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

/**
 * Draws the day from the seed and the browser's first nonce, and stores it with its candidate requests. @throws
 * HttpError 409 for a second nonce, and when a request of that day was filed, funded or paused since the draw started.
 */
export const drawDay: Handler<typeof contracts.drawDay> = async ({ params, body, caller }, { search }) => {
  const draw = await row<Pick<Draw, 'seed' | 'days'> & { today: string }>(
    search,
    `SELECT seed, days, ${drawDateSql} AS today FROM draws WHERE id = $1 AND sponsor_id = $2`,
    [params.id, caller.id],
  );
  if (!draw) throw notFound('You have begun another draw. Please draw again.');
  const days = parseDays(draw.days, draw.today);
  const day = await drawDayBy(draw.seed, body.nonce, days, seedHmac);
  if (!day) throw new Error(`Draw ${params.id} has no day`);
  const candidates = await storeDrawnDay(search, {
    id: params.id,
    sponsorId: caller.id,
    nonce: body.nonce,
    day,
  });
  if (!candidates) throw conflict('This step of the draw is done already. Please draw again.');
  // The candidates are stored and this step cannot be repeated, so a sponsor cannot retry it for another outcome.
  if (candidates.length !== days.find((waiting) => waiting.day === day)?.n) {
    throw conflict('A request was filed, funded or paused in this moment. Please draw again.');
  }
  return { message: 'The day is drawn.', data: { day, candidates } };
};

/** Stores the day with its request ids in order; returns undefined when the draw already has a day. */
async function storeDrawnDay(
  search: pg.Pool,
  { id, sponsorId, nonce, day }: { id: string; sponsorId: string; nonce: string; day: string },
): Promise<string[] | undefined> {
  const draw = await row<{ candidates: string[] }>(
    search,
    `UPDATE draws SET first_nonce = $3, day = $4::date, candidates = to_json(found.ids)
      FROM (SELECT ARRAY(
        SELECT r.id FROM open_requests r WHERE r.day = $4::date AND ${listedForSponsor('$2::uuid')}
          AND NOT ${notPayableBy('$2::uuid', '(SELECT created_at FROM draws WHERE id = $1)')} ORDER BY r.id
      ) AS ids) AS found
      WHERE id = $1 AND first_nonce IS NULL RETURNING candidates`,
    [id, sponsorId, nonce, day],
  );
  return draw?.candidates;
}

/**
 * Draws the request from the seed and both nonces, and returns it with the seed. @throws HttpError 409 when the draw
 * has no day yet, was revealed before, or payments for the drawn request are paused by now.
 */
export const revealDraw: Handler<typeof contracts.revealDraw> = async (
  { params, body, caller },
  { search },
) => {
  const draw = await row<Pick<Draw, 'seed' | 'firstNonce' | 'candidates'>>(
    search,
    `SELECT seed, first_nonce AS "firstNonce", candidates FROM draws WHERE id = $1 AND sponsor_id = $2`,
    [params.id, caller.id],
  );
  if (!draw) throw notFound('You have begun another draw. Please draw again.');
  const { seed, firstNonce: first, candidates } = draw;
  if (!first || !candidates) throw conflict('This draw has not drawn its day yet.');
  const winner = await drawRequest(seed, { first, second: body.nonce }, candidates, seedHmac);
  if (!winner) throw new Error(`Draw ${params.id} has no candidates`);
  // The request may be deleted concurrently; the draw row remains.
  const revealed = await row<{ isPaused: boolean }>(
    search,
    `UPDATE draws SET second_nonce = $2, winner_id = (SELECT id FROM requests WHERE id = $3)
     WHERE id = $1 AND second_nonce IS NULL
     RETURNING EXISTS (SELECT FROM requests WHERE id = $3 AND 'frozen' = ANY (holds)) AS "isPaused"`,
    [params.id, body.nonce, winner],
  );
  if (!revealed) throw conflict('This draw is done already. Please draw again.');
  // The draw has ended, so that a sponsor cannot repeat this step with another nonce.
  if (revealed.isPaused)
    throw conflict('Payments for the drawn request were paused in this moment. Please draw again.');
  return { message: 'The draw is made.', data: { seed, winner } };
};

/**
 * Returns SQL of one row: `days`, the number of requests per filing day, oldest first, that the sponsor may see and
 * pay now (null when there are none, parsed by {@link parseDays}), and `changes`, the number of rows not compacted yet. The days are one string because hundreds of rows take longer to transfer than to count.
 */
function waitingDaysSql(sponsor: string): string {
  const isTaken = notPayableBy(sponsor, 'now()');
  return `SELECT string_agg(day || ' ' || n, ',' ORDER BY day) FILTER (WHERE n > 0) AS days,
      coalesce(sum(changes), 0)::int AS changes
    FROM (SELECT day, sum(n)::int AS n, sum(is_change) AS changes FROM (${publicDaysSql}
      UNION ALL SELECT day, -1, 0 FROM open_requests r WHERE ${listedForAllSql} AND ${isTaken}
      UNION ALL SELECT day, 1, 0 FROM open_requests r
        WHERE ${listedForSponsorOnly(sponsor)} AND NOT ${isTaken}
    ) AS counted GROUP BY day) AS per_day`;
}

/** Parses the days of a draw and adds the weight of each day on the date of the draw. */
function parseDays(days: string, today: string): WaitingDay[] {
  return days.split(',').map((entry) => {
    const [day = '', n] = entry.split(' ');
    return { day, n: Number(n), weight: weightOf(day, today) };
  });
}

/** SQL expression over `draws`: the date of a draw in UTC. */
const drawDateSql = `(created_at AT TIME ZONE 'UTC')::date::text`;

// Web Crypto works in Node as well, but runs each hash on the thread pool; node:crypto is synchronous.

/** Returns the SHA-256 of a seed in hex, as `commitmentOf` in the draw rules. */
function hashSeed(seed: string): string {
  return createHash('sha256').update(seed, 'hex').digest('hex');
}

/** HMAC-SHA-256 with node:crypto, in hex; the key is the seed. */
const seedHmac: Hmac = (seed, text) =>
  createHmac('sha256', Buffer.from(seed, 'hex')).update(text).digest('hex');
