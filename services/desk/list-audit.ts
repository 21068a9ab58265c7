import type * as z from 'zod/mini';
import type { listAudit as contract } from '#contracts/desk/desk.ts';
import type { Handler } from '#services/deps.ts';
import { rows } from '#services/platform/database/sql.ts';
import { isoTimes, type WithDates } from '#services/platform/iso-times.ts';

const pageSize = 50;

type Entry = z.output<typeof contract.response>['data']['entries'][number];

// The id of the subject if it has this type; the cast is evaluated for that type only.
const idOf = (type: string) =>
  `CASE WHEN a.subject LIKE '${type}:%' THEN split_part(a.subject, ':', 2)::uuid END`;

const about = `coalesce(
  (SELECT full_name FROM users WHERE id = ${idOf('user')}),
  (SELECT course_title FROM requests WHERE id = ${idOf('request')}),
  (SELECT course_title FROM purchases JOIN requests r ON r.id = request_id WHERE purchases.id = ${idOf('purchase')}),
  (SELECT title FROM courses WHERE id = ${idOf('course')}),
  (SELECT summary FROM cases WHERE id = ${idOf('case')}),
  (SELECT reference FROM payments WHERE id = ${idOf('payment')}),
  (SELECT reference FROM refunds f JOIN payments p ON p.id = f.payment_id WHERE f.id = ${idOf('refund')}),
  (SELECT reference FROM disputes d JOIN payments p ON p.id = d.payment_id WHERE d.id = ${idOf('dispute')}),
  (SELECT file_name FROM course_uploads WHERE id = ${idOf('import')}),
  (SELECT job FROM outbox WHERE id = ${idOf('outbox')}))`;

/** Returns entries of the audit log, newest first; `search` matches action, subject, reason or name. */
export const listAudit: Handler<typeof contract> = async ({ query }, { db }) => {
  const entries = await rows<WithDates<Entry, 'at'>>(
    db,
    `SELECT a.id, u.full_name AS actor, a.action, a.subject, ${about} AS about, a.reason, a.created_at AS at
     FROM audit_entries a LEFT JOIN users u ON u.id = a.actor_id
     WHERE ($1::uuid IS NULL OR (a.created_at, a.id) < (SELECT created_at, id FROM audit_entries WHERE id = $1))
       AND ($2::text IS NULL OR position(lower($2) IN
         lower(concat_ws(' ', a.action, a.subject, a.reason, u.full_name))) > 0)
     ORDER BY a.created_at DESC, a.id DESC LIMIT $3`,
    [query.before ?? null, query.search || null, pageSize + 1],
  );
  const page = entries.slice(0, pageSize).map(isoTimes);
  return { message: 'The audit log.', data: { entries: page, hasMore: entries.length > pageSize } };
};
