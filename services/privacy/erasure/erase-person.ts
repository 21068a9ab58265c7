import type { EntityManager } from 'typeorm';
import { execute, hasRow, row } from '#services/platform/database/sql.ts';
import { erasedMailDomain } from '#services/platform/email/mail-address.ts';
import { accountTables } from '../inventory/accounts.ts';
import { personalTables } from '../inventory/inventory.ts';
import { moneyTables } from '../inventory/money.ts';
import {
  emptyingChange,
  nameOf,
  ownRequests,
  type PersonalTable,
  personSql,
} from '../inventory/personal-table.ts';
import { requestTables } from '../inventory/requests.ts';

/** Rows to delete of tables whose other rows remain, and of those without a view; the row is `r`, the person `me`. */
const deletions: readonly [table: string, about: string][] = [
  ['idempotency_keys', 'r.caller_id = me.id'],
  [
    'sponsorships',
    `(r.sponsor_id = me.id OR r.request_id IN ${ownRequests})
      AND NOT EXISTS (SELECT FROM payments p WHERE p.sponsorship_id = r.id)`,
  ],
  [
    'requests',
    `r.learner_id = me.id AND NOT EXISTS (SELECT FROM payments p WHERE p.request_id = r.id)
      AND NOT EXISTS (SELECT FROM sponsorships s WHERE s.request_id = r.id)`,
  ],
];

/** Tables whose rows are emptied before those of others, because every transaction locks them first. */
const lockedFirst = [requestTables.requests, requestTables.sponsorships, moneyTables.payments];

/**
 * Erases a person: deletes what is about them, empties what the books need, and deletes the account, or empties it when
 * payments refer to it. `services/privacy/inventory` says which. Idempotent.
 */
export async function erasePerson(manager: EntityManager, userId: string): Promise<void> {
  const person = await row<{ email: string; fullName: string }>(
    manager,
    'SELECT email, full_name AS "fullName" FROM users WHERE id = $1 AND erasure_requested_at IS NOT NULL FOR UPDATE',
    [userId],
  );
  if (!person || person.email.endsWith(erasedMailDomain)) return;
  await forgetResponses(manager, userId);
  // Error messages of mail servers contain addresses and names.
  await execute(
    manager,
    'UPDATE outbox SET last_error = NULL WHERE position($1 IN last_error) > 0 OR position($2 IN last_error) > 0',
    [person.email, person.fullName],
  );
  const erased = personalTables
    .filter(({ remains }) => !remains)
    .map((table) => [nameOf(table), aboutOf(table)]);
  for (const [table, about] of [...erased, ...deletions])
    await execute(manager, `DELETE FROM ${table} r USING ${personSql} WHERE ${about}`, [userId]);
  await execute(
    manager,
    `UPDATE requests SET reserved_by_id = NULL WHERE reserved_by_id = $1 AND status <> 'reserved'`,
    [userId],
  );
  for (const table of new Set([...lockedFirst, ...personalTables]))
    if (table !== accountTables.users) await emptyRows(manager, table, userId);
  const deleted = await execute(
    manager,
    `DELETE FROM users u WHERE id = $1 AND NOT EXISTS (SELECT FROM payments WHERE payer_id = u.id)
       AND NOT EXISTS (SELECT FROM sponsorships WHERE sponsor_id = u.id)
       AND NOT EXISTS (SELECT FROM requests WHERE learner_id = u.id)`,
    [userId],
  );
  if (!deleted) await emptyRows(manager, accountTables.users, userId);
}

/** Returns the condition of the rows that an erasure deletes. */
function aboutOf({ views, alsoErased }: PersonalTable): string {
  return [...views.map(({ about }) => about), alsoErased ?? 'false']
    .map((about) => `(${about})`)
    .join(' OR ');
}

/** Empties the rows about the person that stay, because payments refer to them or because they are evidence. */
async function emptyRows(manager: EntityManager, table: PersonalTable, userId: string): Promise<void> {
  for (const view of table.views) {
    const change = emptyingChange(table, view);
    const text = `UPDATE ${nameOf(table)} r SET ${change} FROM ${personSql} WHERE ${view.about}`;
    if (change) await execute(manager, text, [userId]);
  }
}

/**
 * Empties stored responses that name the person or their requests, such as the meeting that a sponsor arranged. Their calls
 * count as interrupted then.
 */
async function forgetResponses(manager: EntityManager, userId: string): Promise<void> {
  await execute(
    manager,
    `UPDATE idempotency_keys r SET response = NULL, created_at = r.created_at - interval '1 hour' FROM
       (SELECT array_agg(text) AS texts FROM (
          SELECT unnest(ARRAY[id::text, email]) AS text FROM users WHERE id = $1
          UNION ALL SELECT id::text FROM requests WHERE learner_id = $1) AS named) AS me
     WHERE EXISTS (SELECT FROM unnest(me.texts) AS t WHERE position(t IN r.response::text) > 0)`,
    [userId],
  );
}

/** Returns whether a mail or notice that was enqueued when the account ended is not sent yet. */
export function hasOpenMails(manager: EntityManager, userId: string): Promise<boolean> {
  return hasRow(
    manager,
    `SELECT 1 FROM outbox o JOIN users u ON u.id = $1
     WHERE o.created_at = u.erasure_requested_at AND o.job <> 'privacy.erase-person'
       AND o.closed_at IS NULL AND o.failed_at IS NULL LIMIT 1`,
    [userId],
  );
}
