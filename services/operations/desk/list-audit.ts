import type { listAudit as contract } from '#contracts/desk.ts';
import type { Handler } from '#services/deps.ts';
import { rows } from '#services/platform/database/sql.ts';

const pageSize = 50;

interface Entry {
  id: string;
  actor: string | null;
  action: string;
  subject: string;
  reason: string;
  at: Date;
}

/** Returns entries of the audit log, newest first; `search` matches action, subject, reason or name. */
export const listAudit: Handler<typeof contract> = async ({ query }, { db }) => {
  const found = await rows<Entry>(
    db,
    `SELECT a.id, u.full_name AS actor, a.action, a.subject, a.reason, a.created_at AS at
     FROM audit_entries a LEFT JOIN users u ON u.id = a.actor_id
     WHERE ($1::timestamptz IS NULL OR a.created_at < $1)
       AND ($2::text IS NULL OR position(lower($2) IN
         lower(concat_ws(' ', a.action, a.subject, a.reason, u.full_name))) > 0)
     ORDER BY a.created_at DESC, a.id LIMIT $3`,
    [query.before ?? null, query.search || null, pageSize + 1],
  );
  const entries = found.slice(0, pageSize).map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
  return { message: 'The audit log.', data: { entries, hasMore: found.length > pageSize } };
};
