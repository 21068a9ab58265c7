import type { listDeskPledges as contract, DeskPledgePage } from '#contracts/desk/desk-money.ts';
import type { Handler } from '#services/deps.ts';
import { rows } from '#services/platform/database/sql.ts';
import { isoTimes, type WithDates } from '#services/platform/iso-times.ts';

const pageSize = 50;

/** Lists the pledges of all sponsors, newest first, and what is pledged in each currency. */
export const listDeskPledges: Handler<typeof contract> = async ({ query: { page } }, { db }) => {
  const [pledges, totals] = await Promise.all([
    rows<WithDates<DeskPledgePage['pledges'][number], 'createdAt'>>(
      db,
      `SELECT p.id, jsonb_build_object('minor', p.amount_minor, 'currency', p.currency) AS amount,
         p.target_group AS "targetGroup", p.note, p.status, p.created_at AS "createdAt",
         jsonb_build_object('id', u.id, 'name', u.full_name) AS sponsor
       FROM pledges p JOIN users u ON u.id = p.sponsor_id
       ORDER BY p.created_at DESC, p.id LIMIT $1 OFFSET $2`,
      [pageSize + 1, (page - 1) * pageSize],
    ),
    rows<{ minor: number; currency: string }>(
      db,
      `SELECT sum(amount_minor)::float8 AS minor, currency FROM pledges WHERE status = 'pledged'
       GROUP BY currency ORDER BY currency`,
      [],
    ),
  ]);
  const paging = { currentPage: page, hasMore: pledges.length > pageSize };
  const shown = pledges.slice(0, pageSize).map(isoTimes);
  return { message: 'The pledges.', data: { pledges: shown, totals, ...paging } };
};
