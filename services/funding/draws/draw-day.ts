import type pg from 'pg';
import { drawDay as drawDayBy } from '#contracts/funding/draw-rules.ts';
import type { drawDay as contract } from '#contracts/funding/draws.ts';
import type { Handler } from '#services/deps.ts';
import { row } from '#services/platform/database/sql.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { listedForSponsor, notPayableBy } from '#services/requests/visible-to-sponsor.ts';
import type { Draw } from './draw.entity.ts';
import { seedHmac } from './hash-seed.ts';
import { drawDateSql, parseDays } from './waiting-days.ts';

/**
 * Draws the day from the seed and the browser's first nonce, and stores it with its candidate requests. @throws
 * HttpError 409 for a second nonce, and when a request of that day was filed, funded or paused since the draw started.
 */
export const drawDay: Handler<typeof contract> = async ({ params, body, caller }, { search }) => {
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
  if (candidates.length !== days.find((one) => one.day === day)?.n) {
    throw conflict('A request was filed, funded or paused in this moment. Please draw again.');
  }
  return { message: 'The day is drawn.', data: { day, candidates } };
};

/** Stores the day with its request ids in order; returns undefined when the draw already has a day. */
async function storeDrawnDay(
  search: pg.Pool,
  { id, sponsorId, nonce, day }: { id: string; sponsorId: string; nonce: string; day: string },
): Promise<string[] | undefined> {
  const found = await row<{ candidates: string[] }>(
    search,
    `UPDATE draws SET first_nonce = $3, day = $4::date, candidates = to_json(found.ids)
      FROM (SELECT ARRAY(
        SELECT r.id FROM open_requests r WHERE r.day = $4::date AND ${listedForSponsor('$2::uuid')}
          AND NOT ${notPayableBy('$2::uuid', '(SELECT created_at FROM draws WHERE id = $1)')} ORDER BY r.id
      ) AS ids) AS found
      WHERE id = $1 AND first_nonce IS NULL RETURNING candidates`,
    [id, sponsorId, nonce, day],
  );
  return found?.candidates;
}
