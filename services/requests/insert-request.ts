import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import type * as z from 'zod/mini';
import type { RequestHold } from '#contracts/requests/request-holds.ts';
import type { HelpRequestSchema } from '#contracts/requests/requests.ts';
import type { Config } from '#services/platform/config.ts';
import { row } from '#services/platform/database/sql.ts';
import { notifyAfterCommit } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { unauthenticated } from '#services/platform/errors.ts';
import { OUTBOX_CHANNEL, outboxInsert } from '#services/platform/queue/outbox.ts';
import { encryptPassword } from './encrypt-password.ts';
import { requestFields } from './request-fields.ts';

/**
 * Stores a new request with its platform login and enqueues the mail about it, by one statement: with a data source that is
 * the whole transaction. What applies to learners under 18 is decided in the statement, from the user as it is then.
 *
 * @throws HttpError 401 when the learner's account has been erased meanwhile.
 */
export async function insertRequest(
  client: DataSource | EntityManager,
  learnerId: string,
  form: z.output<typeof HelpRequestSchema>,
  config: Config,
): Promise<{ id: string; holds: RequestHold[] }> {
  const id = randomUUID();
  // The statement drops the social media link of a learner under 18.
  const fields = requestFields(form, { isMinor: false });
  const login =
    form.delivery === 'platform-login' && form.account
      ? encryptPassword(form.account.password, id, config)
      : undefined;
  const values = [
    id,
    learnerId,
    ...[fields.courseTitle, fields.platform, fields.link, fields.priceMinor, fields.currency],
    ...[fields.duration, fields.durationUnit, fields.motivation, fields.socials, fields.delivery],
    ...[fields.accountEmail, fields.invoiceReference, fields.invoicePayee],
    ...[fields.delivery === 'school-invoice', fields.isPrivate, fields.isPublic],
    config.hasRequestReview ? ['review'] : [],
    ...[login?.keyVersion ?? null, login?.wrappedKey ?? null, login?.sealed ?? null],
  ];
  const mail = outboxInsert(
    deliverMail,
    { mail: 'request-received', id },
    { first: values.length + 1, from: 'FROM filed' },
  );
  const filed = await row<{ holds: RequestHold[] }>(
    client,
    `WITH learner AS (
       SELECT id, is_minor, is_minor AND guardian_agreed_at IS NULL AS needs_guardian FROM users WHERE id = $2
     ), filed AS (
       INSERT INTO requests (id, learner_id, course_title, platform, link, price_minor, currency, duration, duration_unit,
         motivation, socials, delivery, account_email, invoice_reference, invoice_payee, needs_invoice, is_private,
         is_public, holds)
       SELECT $1, id, $3, $4, $5, $6, $7, $8, $9, $10, CASE WHEN is_minor THEN '' ELSE $11 END, $12, $13, $14, $15, $16,
         $17, $18, CASE WHEN needs_guardian THEN ARRAY['guardian'] ELSE '{}' END || $19::text[]
       FROM learner RETURNING id, holds
     ), login AS (
       INSERT INTO platform_logins (request_id, key_version, wrapped_key, sealed)
       SELECT id, $20::text, $21::bytea, $22::bytea FROM filed WHERE $20::text IS NOT NULL
     ), mail AS (${mail.text})
     SELECT holds FROM filed`,
    [...values, ...mail.values],
  );
  if (!filed) throw unauthenticated();
  notifyAfterCommit(client, OUTBOX_CHANNEL);
  return { id, holds: filed.holds };
}
