import type { EntityManager } from 'typeorm';
import { execute, row } from '#services/platform/database/sql.ts';
import { erasedMailDomain } from '#services/platform/email/mail-address.ts';
import { ownPayments, ownRequests, personSql } from '../inventory/personal-table.ts';

const hash = `rtrim(translate(encode(sha256(convert_to(me.address, 'UTF8')), 'base64'), '+/', '-_'), '=')`;
const ofOwnRequest = `r.request_id IN ${ownRequests}`;
const ofOwnPayment = `r.payment_id IN ${ownPayments}`;
const isUnpaid = 'NOT EXISTS (SELECT FROM payments p WHERE p.request_id = r.id)';

/** Rows to delete, in an order that foreign keys allow; the row is `r`, the person `me`. */
const deletions: readonly [table: string, about: string][] = [
  ['reset_wishes', 'r.email = me.address'],
  ['subscribers', 'r.email = me.address'],
  ['waitlist_answers', 'r.email = me.address'],
  ['mail_opt_outs', `r.user_id = me.id OR r.address_hash = ${hash}`],
  ['account_links', 'r.user_id = me.id'],
  ['consents', 'r.user_id = me.id'],
  ['pair_mails', 'r.recipient_id = me.id OR r.about_id = me.id'],
  ['sessions', 'r.user_id = me.id'],
  ['idempotency_keys', 'r.caller_id = me.id'],
  ['google_identities', 'r.user_id = me.id'],
  ['profile_pictures', 'r.user_id = me.id'],
  ['suspensions', 'r.user_id = me.id'],
  ['enrolments', 'r.user_id = me.id'],
  ['draws', 'r.sponsor_id = me.id'],
  ['pledges', 'r.sponsor_id = me.id'],
  ['request_views', `r.sponsor_id = me.id OR ${ofOwnRequest}`],
  ['meetings', `r.sponsor_id = me.id OR ${ofOwnRequest}`],
  ['proofs', `r.added_by_id = me.id OR ${ofOwnRequest}`],
  ['request_recipients', `r.email = me.address OR ${ofOwnRequest}`],
  ['former_recipients', `${ofOwnRequest} OR r.address_hash = ${hash}`],
  ['invoices', ofOwnRequest],
  ['platform_logins', ofOwnRequest],
  ['request_decisions', ofOwnRequest],
  ['purchase_codes', `r.purchase_id IN (SELECT id FROM purchases WHERE request_id IN ${ownRequests})`],
  ['refund_accounts', `r.refund_id IN (SELECT id FROM refunds WHERE payment_id IN ${ownPayments})`],
  [
    'sponsorships',
    `(r.sponsor_id = me.id OR ${ofOwnRequest}) AND NOT EXISTS (SELECT FROM payments p WHERE p.sponsorship_id = r.id)`,
  ],
  [
    'requests',
    `r.learner_id = me.id AND ${isUnpaid} AND NOT EXISTS (SELECT FROM sponsorships s WHERE s.request_id = r.id)`,
  ],
];

/** What is emptied in rows that stay, because payments refer to them or because they are evidence. */
const changes: readonly [table: string, change: string, about: string][] = [
  [
    'requests',
    `motivation = '', socials = '', link = '', account_email = NULL,
     invoice_reference = CASE WHEN r.invoice_reference IS NOT NULL THEN '' END,
     invoice_payee = CASE WHEN r.invoice_payee IS NOT NULL THEN '' END`,
    'r.learner_id = me.id',
  ],
  ['requests', 'reserved_by_id = NULL', `r.reserved_by_id = me.id AND r.status <> 'reserved'`],
  ['sponsorships', 'is_anonymous = true', 'r.sponsor_id = me.id'],
  ['payments', 'authorization_url = NULL, access_code = NULL, review_reason = NULL', 'r.payer_id = me.id'],
  ['refunds', `reason = '', failure_reason = NULL`, ofOwnPayment],
  ['purchases', 'proof_rejection = NULL', ofOwnPayment],
  ['disputes', 'message = NULL', ofOwnPayment],
  ['provider_incidents', 'detail = NULL', ofOwnPayment],
  [
    'webhook_inbox',
    `payload = '{}'`,
    'r.reference IN (SELECT reference FROM payments WHERE payer_id = me.id)',
  ],
  [
    'reports',
    'reporter_id = NULL, email = NULL, details = NULL',
    'r.reporter_id = me.id OR r.email = me.address',
  ],
];

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
  for (const [table, about] of deletions)
    await execute(manager, `DELETE FROM ${table} r USING ${personSql} WHERE ${about}`, [userId]);
  for (const [table, change, about] of changes)
    await execute(manager, `UPDATE ${table} r SET ${change} FROM ${personSql} WHERE ${about}`, [userId]);
  const deleted = await execute(
    manager,
    `DELETE FROM users u WHERE id = $1 AND NOT EXISTS (SELECT FROM payments WHERE payer_id = u.id)
       AND NOT EXISTS (SELECT FROM sponsorships WHERE sponsor_id = u.id)
       AND NOT EXISTS (SELECT FROM requests WHERE learner_id = u.id)`,
    [userId],
  );
  if (deleted) return;
  await execute(
    manager,
    `UPDATE users SET email = id || $2, full_name = 'Former member', phone_number = NULL, country = NULL,
       gender = NULL, is_minor = false, adult_from = NULL, guardian_email = NULL, guardian_agreed_at = NULL, password_hash = NULL, email_verified_at = NULL WHERE id = $1`,
    [userId, erasedMailDomain],
  );
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
export async function hasOpenMails(manager: EntityManager, userId: string): Promise<boolean> {
  const found = await row(
    manager,
    `SELECT 1 FROM outbox o JOIN users u ON u.id = $1
     WHERE o.created_at = u.erasure_requested_at AND o.job <> 'privacy.erase-person'
       AND o.closed_at IS NULL AND o.failed_at IS NULL LIMIT 1`,
    [userId],
  );
  return found !== undefined;
}
