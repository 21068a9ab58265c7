import type * as z from 'zod/mini';
import { actionName } from '#contracts/cases/audit-actions.ts';
import type { listAudit as contract } from '#contracts/desk/desk.ts';
import { auditKinds } from '#contracts/desk/desk-words.ts';
import type { Handler } from '#services/deps.ts';
import { rows } from '#services/platform/database/sql.ts';
import { isoTimes, type WithDates } from '#services/platform/iso-times.ts';

const pageSize = 50;

type Query = z.output<typeof contract.query>;
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

// The payment whose page shows the subject.
const paymentId = `coalesce(${idOf('payment')},
  (SELECT payment_id FROM purchases WHERE id = ${idOf('purchase')}),
  (SELECT payment_id FROM refunds WHERE id = ${idOf('refund')}),
  (SELECT payment_id FROM disputes WHERE id = ${idOf('dispute')}))`;

// Entries about payments, purchases and proofs have an id alone.
const subject = `CASE WHEN e.subject ~ '^[0-9a-f-]{36}$' THEN
  CASE split_part(e.action, '.', 1) WHEN 'proof' THEN 'request' ELSE split_part(e.action, '.', 1) END || ':' || e.subject
  ELSE e.subject END`;

/** Returns entries of the audit log, newest first; `search` matches action in words or not, subject, reason or name. */
export const listAudit: Handler<typeof contract> = async ({ query }, { db }) => {
  const values: unknown[] = [pageSize + 1];
  const value = (given: unknown) => `$${values.push(given)}`;
  const entries = await rows<WithDates<Omit<Entry, 'name'>, 'at'>>(
    db,
    `SELECT a.id, a.full_name AS actor, a.action, a.subject, ${about} AS about, ${paymentId} AS "paymentId", a.reason, a.created_at AS at
     FROM (SELECT e.id, e.action, e.reason, e.created_at, u.full_name, ${subject} AS subject
       FROM audit_entries e LEFT JOIN users u ON u.id = e.actor_id
       WHERE ${conditionsOf(query, value).join(' AND ')}
       ORDER BY e.created_at DESC, e.id DESC LIMIT $1) AS a
     ORDER BY a.created_at DESC, a.id DESC`,
    values,
  );
  const page = entries
    .slice(0, pageSize)
    .map((entry) => ({ ...isoTimes(entry), name: actionName(entry.action) }));
  return { message: 'The audit log.', data: { entries: page, hasMore: entries.length > pageSize } };
};

/** Returns a condition for each filter that is set, so that the plan can use the index of each. */
function conditionsOf(query: Query, value: (given: unknown) => string): string[] {
  const { search, operator, kind, day, before } = query;
  const conditions = ['true'];
  if (operator) conditions.push(`e.actor_id = ${value(operator)}::uuid`);
  if (kind)
    conditions.push(`split_part(e.action, '.', 1) = ANY (${value(auditKinds[kind].prefixes)}::text[])`);
  if (day) {
    const start = value(day);
    conditions.push(`e.created_at >= ${start}::date::timestamp AT TIME ZONE 'UTC'
      AND e.created_at < (${start}::date + 1)::timestamp AT TIME ZONE 'UTC'`);
  }
  if (before)
    conditions.push(
      `(e.created_at, e.id) < (SELECT created_at, id FROM audit_entries WHERE id = ${value(before)}::uuid)`,
    );
  if (search)
    conditions.push(`position(lower(${value(search)}) IN
      lower(concat_ws(' ', e.action, translate(e.action, '._-', '   '), e.subject, e.reason, u.full_name))) > 0`);
  return conditions;
}
