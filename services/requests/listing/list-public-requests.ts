import { limits } from '#contracts/limits.ts';
import { toMajor } from '#contracts/money.ts';
import type { listPublicRequests as contract, VisitorRequest } from '#contracts/requests/listing.ts';
import { initialOf } from '#services/accounts/names.ts';
import type { Handler } from '#services/deps.ts';
import { row } from '#services/platform/database/sql.ts';
import { startOfReason } from '../present-request.ts';
import { isOpenSql, listedForAllSql } from '../visible-to-sponsor.ts';

type ListedRow = Omit<VisitorRequest, '_id' | 'course' | 'learner'> &
  Pick<VisitorRequest['course'], 'courseTitle' | 'platform' | 'priceUnit'> & {
    id: string;
    priceMinor: number;
    fullName: string;
  };

/** Pages counted after the requested one. */
const pagesAhead = 4;

// The filter on users is a second one: the flag of a minor's request is never set.
const forVisitorsSql = `
  WITH listed AS MATERIALIZED (
    SELECT r.id, u.full_name, u.country
    FROM requests r JOIN open_requests shown ON shown.id = r.id JOIN users u ON u.id = r.learner_id
    WHERE r.is_for_visitors AND ${isOpenSql} AND ${listedForAllSql} AND NOT u.is_minor
    ORDER BY r.created_at, r.id LIMIT $1)
  SELECT (SELECT count(*) FROM listed)::int AS total, coalesce((SELECT json_agg(page) FROM (
    SELECT r.id, r.course_title AS "courseTitle", r.platform, r.price_minor AS "priceMinor", r.currency AS "priceUnit",
      left(r.motivation, $4) AS motivation, l.country, l.full_name AS "fullName",
      floor(extract(epoch FROM now() - r.created_at) / 86400)::int AS "daysWaiting"
    FROM listed l JOIN requests r ON r.id = l.id ORDER BY r.created_at, r.id LIMIT $2 OFFSET $3) AS page), '[]') AS requests`;

/** Lists, without sign-in, the unpaid public requests whose learner shows them to visitors too; the longest waiting first. */
export const listPublicRequests: Handler<typeof contract> = async ({ query: { page, limit } }, { db }) => {
  const most = (page + pagesAhead) * limit;
  // One more than the limits, which shows that there are more, and that a reason is cut.
  const values = [most + 1, limit, (page - 1) * limit, limits.visitorReasonChars + 1];
  const listing = await row<{ total: number; requests: ListedRow[] }>(db, forVisitorsSql, values);
  const { total = 0, requests = [] } = listing ?? {};
  const totalRequests = Math.min(total, most);
  return {
    message: 'Open requests',
    data: requests.map(presentToVisitor),
    currentPage: page,
    totalPages: Math.max(1, Math.ceil(totalRequests / limit)),
    totalRequests,
    isCapped: total > most,
  };
};

function presentToVisitor(listed: ListedRow): VisitorRequest {
  const { id, courseTitle, platform, priceMinor, priceUnit, motivation, fullName, ...shown } = listed;
  return {
    ...shown,
    _id: id,
    course: { courseTitle, platform, price: toMajor(priceMinor), priceUnit },
    motivation: startOfReason(motivation),
    learner: { userId: { fullName: initialOf(fullName) } },
  };
}
