import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { storeRefundAccount } from '#services/refunds/refund-account.ts';
import type { TestProduct } from '../product/test-product.ts';
import { fileRequest, join, type SignedIn } from './people.ts';

/** A person of the test; every private text of theirs contains the mark. */
export interface Marked extends SignedIn {
  id: string;
  mark: string;
}

/** A learner whose course a sponsor paid for, with a row in every table that stores data about people. */
export interface Everything {
  learner: Marked;
  sponsor: Marked;
  requestId: string;
  paymentId: string;
}

async function insert(db: DataSource, table: string, values: object): Promise<void> {
  const names = Object.keys(values);
  await db.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(values),
  );
}

async function joinMarked(
  { url, db }: TestProduct,
  role: 'learner' | 'sponsor',
  mark: string,
): Promise<Marked> {
  const email = `${mark}@people.example`;
  const person = await join(url, role, { email, fullName: `${mark} name`, phoneNumber: '+234 801 234 5678' });
  await db.query('UPDATE users SET email_verified_at = now() WHERE email = $1', [email]);
  const [{ id }] = await db.query('SELECT id FROM users WHERE email = $1', [email]);
  await db.query('UPDATE users SET phone_number = $2 WHERE id = $1', [id, `${mark} phone`]);
  if (role === 'learner')
    await db.query('UPDATE users SET is_minor = true, guardian_email = $2 WHERE id = $1', [
      id,
      `${mark}-guardian@people.example`,
    ]);
  await db.query('UPDATE sessions SET user_agent = $2 WHERE user_id = $1', [id, `${mark} browser`]);
  return { ...person, id, mark };
}

/** Rows that learners and sponsors alike have. */
async function fillAccount(db: DataSource, { id, mark, email }: Marked): Promise<void> {
  await db.query('UPDATE profile_pictures SET data = $2 WHERE user_id = $1', [
    id,
    Buffer.from(`${mark} picture`),
  ]);
  await insert(db, 'google_identities', { sub: `${mark}-sub`, user_id: id, email: `${mark}@google.example` });
  await insert(db, 'account_links', {
    user_id: id,
    purpose: 'change-email',
    address: `${mark}-new@people.example`,
    expires_at: new Date(),
  });
  await insert(db, 'password_resets', { email });
  await insert(db, 'consents', { user_id: id, kind: 'terms', version: `${mark}-version` });
  await insert(db, 'mail_opt_outs', { user_id: id, topic: `${mark}-topic` });
  await insert(db, 'subscribers', { email });
  await insert(db, 'waitlist_entries', { email, wish: 'dap', note: `${mark} waits` });
  const caseId = randomUUID();
  await insert(db, 'cases', {
    id: caseId,
    kind: 'report',
    subject_type: 'request',
    subject_id: randomUUID(),
    summary: 'A report',
    due_at: new Date(),
  });
  const report = { case_id: caseId, reporter_id: id, email, reason: 'other', details: `${mark} reports` };
  await insert(db, 'reports', report);
  const reply = { case_id: caseId, operator_id: id, recipient_id: id };
  await insert(db, 'case_replies', { ...reply, subject: `${mark} reply`, text: `${mark} replied` });
  await insert(db, 'enrolments', {
    user_id: id,
    title: `${mark} course`,
    description: `${mark} about`,
    link: `https://courses.example/${mark}`,
  });
}

async function fillLearner(db: DataSource, { id, mark }: Marked, requestId: string): Promise<void> {
  await db.query(
    `UPDATE requests SET motivation = $2, socials = $3, account_email = $4, course_title = 'Machine Learning'
     WHERE id = $1`,
    [requestId, `${mark} reason`, `https://social.example/${mark}`, `${mark}-login@platform.example`],
  );
  const document = { content_type: 'application/pdf' };
  const data = Buffer.from(`${mark} invoice`);
  await insert(db, 'invoices', { request_id: requestId, ...document, data });
  await insert(db, 'request_recipients', { request_id: requestId, email: `${mark}-invited@people.example` });
  await insert(db, 'former_recipients', {
    request_id: requestId,
    address_hash: 'hash',
    invited_at: new Date(),
    resends: 0,
  });
  const decisionId = randomUUID();
  await insert(db, 'request_decisions', {
    id: decisionId,
    request_id: requestId,
    decision: 'rejected',
    reason: `${mark} rejected`,
  });
  await insert(db, 'appeals', { request_decision_id: decisionId, text: `${mark} appeals` });
  const [{ id: enrolmentId }] = await db.query('SELECT id FROM enrolments WHERE user_id = $1', [id]);
  const certificate = { enrolment_id: enrolmentId, ...document, data: Buffer.from(`${mark} certificate`) };
  await insert(db, 'certificates', certificate);
}

async function fillSponsor(
  { db, config }: TestProduct,
  { id, mark }: Marked,
  requestId: string,
): Promise<string> {
  await insert(db, 'request_views', { request_id: requestId, sponsor_id: id });
  await insert(db, 'meetings', {
    request_id: requestId,
    sponsor_id: id,
    status: 'awaiting_time',
    room_url: 'https://meet.example/room',
    note: `${mark} note`,
  });
  await insert(db, 'draws', { sponsor_id: id, seed: `${mark}-seed`, days: '[]' });
  await insert(db, 'pledges', {
    sponsor_id: id,
    amount_minor: 100,
    currency: 'NGN',
    target_group: `${mark} group`,
    note: `${mark} pledge`,
  });
  const proof = { content_type: 'application/pdf', data: Buffer.from(`${mark} proof`), added_by_id: id };
  await insert(db, 'proofs', { request_id: requestId, ...proof });
  const [sponsorshipId, paymentId, refundId] = [randomUUID(), randomUUID(), randomUUID()];
  await insert(db, 'sponsorships', {
    id: sponsorshipId,
    request_id: requestId,
    sponsor_id: id,
    is_anonymous: false,
  });
  const reference = `ref-${paymentId}`;
  await insert(db, 'payments', {
    id: paymentId,
    reference,
    request_id: requestId,
    sponsorship_id: sponsorshipId,
    payer_id: id,
    price_minor: 100,
    fee_minor: 1,
    amount_minor: 101,
    currency: 'NGN',
    review_reason: `${mark} review`,
  });
  const money = { payment_id: paymentId, amount_minor: 101, currency: 'NGN' };
  const refund = {
    id: refundId,
    ...money,
    origin: 'operator',
    status: 'processed',
    processed_at: new Date(),
    reason: `${mark} refund`,
  };
  await insert(db, 'refunds', refund);
  await storeRefundAccount(
    db.manager,
    refundId,
    { currency: 'NGN', accountNumber: `${mark} bank`, bankId: '1' },
    config,
  );
  const disputeId = randomUUID();
  await insert(db, 'disputes', {
    id: disputeId,
    ...money,
    provider_id: paymentId,
    status: 'resolved',
    outcome: 'won',
    resolved_at: new Date(),
    due_at: new Date(),
    opened_at: new Date(),
    message: `${mark} dispute`,
  });
  await insert(db, 'dispute_evidence', {
    dispute_id: disputeId,
    content_type: 'application/pdf',
    data: Buffer.from(`${mark} evidence`),
    service_details: `${mark} paid`,
  });
  const eventId = randomUUID();
  await insert(db, 'webhook_inbox', {
    id: eventId,
    event: 'charge.success',
    natural_key: reference,
    reference,
    payload: { customer: { email: `${mark}@provider.example` } },
  });
  await insert(db, 'provider_incidents', {
    ...money,
    webhook_event_id: eventId,
    kind: 'refund',
    event: 'refund.processed',
    reference,
    detail: `${mark} incident`,
  });
  return paymentId;
}

/** The learner's words to the sponsor: some that were delivered, and some that were not passed on. */
async function fillThankYous(
  db: DataSource,
  { mark }: Marked,
  sponsor: Marked,
  requestId: string,
): Promise<void> {
  const words = { request_id: requestId, sponsor_id: sponsor.id };
  await insert(db, 'thank_yous', {
    ...words,
    stage: 'paid',
    text: `${mark} thanks`,
    status: 'delivered',
    delivered_at: new Date(),
  });
  const declined = { status: 'declined', decline_reason: `${mark} declined` };
  await insert(db, 'thank_yous', { ...words, stage: 'enrolled', text: `${mark} unsent`, ...declined });
}

/** Creates {@link Everything} with texts that name the table and whose they are; the status of the request is as filed. */
export async function createEverything(product: TestProduct): Promise<Everything> {
  const { db, url } = product;
  const key = randomUUID().slice(0, 8);
  const learner = await joinMarked(product, 'learner', `learner-${key}`);
  const sponsor = await joinMarked(product, 'sponsor', `sponsor-${key}`);
  await fillAccount(db, learner);
  await fillAccount(db, sponsor);
  const requestId = await fileRequest(url, learner);
  await fillLearner(db, learner, requestId);
  const paymentId = await fillSponsor(product, sponsor, requestId);
  await fillThankYous(db, learner, sponsor, requestId);
  return { learner, sponsor, requestId, paymentId };
}

/** A text of the database that contains what was searched for. */
export interface FoundText {
  /** Table and column. */
  place: string;
  text: string;
}

/** Finds a text in all columns of the database, bytes and the queue's tables included. */
export async function findText(db: DataSource, text: string): Promise<FoundText[]> {
  const columns: { name: string; place: string; value: string }[] = await db.query(
    `SELECT format('%I.%I', table_schema, table_name) AS name, table_name || '.' || column_name AS place,
       CASE data_type WHEN 'bytea' THEN format('encode(%I, ''escape'')', column_name)
         ELSE format('%I::text', column_name) END AS value
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_type = 'BASE TABLE' AND table_schema IN ('public', 'bullmq')
       AND data_type IN ('text', 'character varying', 'jsonb', 'json', 'bytea', 'ARRAY')`,
  );
  const queries = columns.map(
    ({ name, place, value }) =>
      `SELECT '${place}' AS place, ${value} AS text FROM ${name} WHERE position($1 IN ${value}) > 0`,
  );
  return db.query(`${queries.join(' UNION ALL ')} ORDER BY place, text`, [text]);
}
