import type { EntityManager } from 'typeorm';
import { hostileText, markOf } from './hostile-texts.ts';

/** Columns, as `table.column`, that keep what they have, by reason. Every other text column gets hostile text. */
const otherColumns: Record<string, readonly string[]> = {
  'Id, key or number that the product gives': [
    'audit_entries.subject',
    'cases.subject_id',
    'catalogue_imports.fingerprint',
    'courses.slug',
    'draws.candidates',
    'draws.days',
    'draws.first_nonce',
    'draws.second_nonce',
    'draws.seed',
    'ledger_transactions.reference',
    'operators.approvals_mailed',
    'payments.reference',
    'pending_approvals.subject',
    'profile_pictures.address_key',
    'unmatched_transactions.provider_id',
    'unmatched_transactions.reference',
    'unmatched_transactions.refund_provider_id',
  ],
  'Hash, or version of a key': [
    'former_recipients.address_hash',
    'mail_opt_outs.address_hash',
    'operators.key_version',
    'platform_logins.key_version',
    'purchase_codes.key_version',
    'refund_accounts.key_version',
    'requests.invitation_text_hash',
    'sessions.network_hash',
    'users.password_hash',
  ],
  'Word of a list in the code': [
    'audit_entries.action',
    'case_acts.act',
    'course_totals.level',
    'course_totals.status',
    'course_uploads.preset',
    'course_uploads.progress',
    'courses.corrected_fields',
    'courses.language',
    'mail_opt_outs.topic',
    'pending_approvals.action',
    'profile_pictures.content_type',
    'queue_samples.queue',
    'requests.delivery',
    'users.time_zone',
  ],
  'Currency: only those of a list are accepted': [
    'open_requests.currency',
    'payments.captured_currency',
    'provider_incidents.currency',
    'purchases.charged_currency',
    'purchases.last_charged_currency',
  ],
  'Read by the processes alone': [
    'catalogue_state.newest_bounds',
    'catalogue_state.price_bounds',
    'catalogue_state.rating_bounds',
    'course_facets.lexeme',
    'course_search.facets',
    'idempotency_keys.fingerprint',
    'idempotency_keys.id',
    'idempotency_keys.response',
    'migrations.name',
    'open_requests.doc',
    'outbox.error_key',
    'outbox.job',
    'outbox.key',
    'outbox.payload',
    'repeatable_migrations.hash',
    'repeatable_migrations.path',
    'scheduled_failures.error_key',
    'scheduled_failures.job',
    'service_outages.last_error',
    'worker_heartbeats.host',
    'webhook_inbox.event',
    'webhook_inbox.natural_key',
    'webhook_inbox.payload',
    'webhook_inbox.reference',
  ],
};

/** Columns that store JSON, and the text in it. */
const jsonColumns: Record<string, (text: string) => unknown> = {
  'course_uploads.rejections': (text) => [{ line: 2, problem: text }],
  'reconciliation_runs.differences': (text) => [{ summary: text, caseId: null }],
};

interface Column {
  name: string;
  table: string;
  column: string;
  type: string;
}

/** Text columns of the database whose values no constraint lists. */
async function findTextColumns(manager: EntityManager): Promise<Column[]> {
  return manager.query(
    `SELECT table_name || '.' || column_name AS name, table_name AS table, column_name AS column, data_type AS type
     FROM information_schema.columns c JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
       AND data_type IN ('text', 'character varying', 'character', 'json', 'jsonb', 'xml', 'ARRAY', 'USER-DEFINED')
       AND NOT EXISTS (
         SELECT FROM pg_constraint
         WHERE contype = 'c' AND conrelid = format('%I', table_name)::regclass
           AND pg_get_constraintdef(oid) ~ ('^CHECK \\(\\(' || column_name || ' (= ANY|~|<@) '))
     ORDER BY 1`,
  );
}

/** The result of {@link writeHostileTexts}. */
export interface HostileColumns {
  /** Columns with hostile text in at least one row. */
  written: string[];
  /** Columns without any: no row has a value. */
  empty: string[];
  /** Entries of {@link otherColumns} that are no text columns any more. */
  unknown: string[];
  /** How many values were replaced. */
  texts: number;
}

const isAddress = ({ column }: Column) => /^(\w+_)?email$|^address$/.test(column);
const isLink = ({ column }: Column) => /(^|_)(url|link|socials)$/.test(column);

/** Replaces every value of every text column that people or other systems fill, without triggers, foreign keys and contracts. */
export async function writeHostileTexts(manager: EntityManager): Promise<HostileColumns> {
  const others = new Set(Object.values(otherColumns).flat());
  const all = await findTextColumns(manager);
  const done: HostileColumns = {
    written: [],
    empty: [],
    unknown: [...others].filter((name) => !all.some((column) => column.name === name)),
    texts: 0,
  };
  await manager.query(`SET LOCAL session_replication_role = 'replica'`);
  for (const column of all.filter(({ name }) => !others.has(name))) {
    const rows = await writeColumn(manager, column);
    done[rows > 0 ? 'written' : 'empty'].push(column.name);
    done.texts += rows;
  }
  return done;
}

async function writeColumn(manager: EntityManager, column: Column): Promise<number> {
  const text = `${markOf(column.name)}${hostileText}`;
  const json = jsonColumns[column.name];
  // The place of the row makes the value unique.
  const value = json
    ? '$1::text::jsonb'
    : column.type === 'ARRAY'
      ? 'ARRAY[$1 || ctid::text]'
      : isAddress(column)
        ? `lower($1 || ctid::text || '@hostile.example')`
        : isLink(column)
          ? `CASE WHEN (ctid::text::point)[1]::int % 2 = 0 THEN 'javascript:' ELSE 'https://hostile.example/' END || $1 || ctid::text`
          : '$1 || ctid::text';
  const [, rows] = await manager.query(
    `UPDATE ${column.table} SET ${column.column} = ${value} WHERE ${column.column} IS NOT NULL`,
    [json ? JSON.stringify(json(text)) : text],
  );
  return rows;
}

/** Replaces the addresses by ones that mail can be sent to, as hostile as they may be. */
export async function writeDeliverableAddresses(manager: EntityManager): Promise<void> {
  await manager.query(`SET LOCAL session_replication_role = 'replica'`);
  for (const column of (await findTextColumns(manager)).filter(isAddress))
    await manager.query(
      `UPDATE ${column.table} SET ${column.column} = lower($1 || translate(ctid::text, '(),', '--') || '@hostile.example')
       WHERE ${column.column} IS NOT NULL`,
      ["'onload='__hit`\u0024{1}{{1}}&lt&#60/"],
    );
}
