import type { EntityManager } from 'typeorm';
import { caseKinds } from '#contracts/cases/cases.ts';
import { startSession } from '#services/accounts/sessions/start-session.ts';
import { startOperatorSession } from '#services/desk/operators/operator-session.ts';
import { DisputeEvidenceEntity } from '#services/disputes/dispute.entity.ts';
import { collectEvidence } from '#services/flows/evidence/collect-evidence.ts';
import { renderEvidence } from '#services/flows/evidence/render-evidence.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { fileStore } from '#services/platform/files/file-store.ts';
import { seedSampleData } from '#services/seed/seed.ts';
import { courseRow, fillCatalogue } from '#tests/catalogue/fill-catalogue.ts';
import { createEverything } from '#tests/support/people/everything-about.ts';
import { cookieOf } from '#tests/support/people/operators.ts';
import type { TestProduct } from '#tests/support/product/test-product.ts';
import { type HostileColumns, writeHostileTexts } from './hostile-columns.ts';

/** Ids and sessions of {@link createHostileWorld}. */
export interface HostileWorld {
  columns: HostileColumns;
  /** Of a learner and a sponsor with a row in every table, and of the sample people with the most on their dashboards. */
  tokens: Record<'learner' | 'sponsor' | 'sampleLearner' | 'sampleSponsor', string>;
  /** `Cookie` header of a lead operator. */
  cookie: string;
  learnerId: string;
  sponsorId: string;
  /** Of the learner, rejected. */
  requestId: string;
  /** Of another learner, public, with a meeting of the sponsor. */
  openRequestId: string;
  meetingId: string;
  reference: string;
  refundId: string;
  courseId: string;
  courseSlug: string;
  paymentId: string;
  cases: { id: string; kind: string }[];
}

/** Stores sample data and rows for every table, and replaces their texts by hostile ones. */
export async function createHostileWorld(product: TestProduct): Promise<HostileWorld> {
  const { db, config } = product;
  const courses = ['One', 'Two'].map((title) => courseRow({ title, tags: ['Data'] }));
  await fillCatalogue(db, courses);
  await seedSampleData({ ...config, databaseUrl: product.env.DATABASE_URL ?? '' });
  const { learner, sponsor, requestId, paymentId } = await createEverything(product);
  const world = await inTransaction(db, async (manager) => {
    const firstRow = async (sql: string, ...values: unknown[]) => {
      const [row] = await manager.query(sql, values);
      return row;
    };
    const userId = async (name: string) =>
      (await firstRow('SELECT id FROM users WHERE email = $1', `${name}@sample.example`)).id as string;
    const operatorId = await userId('operator');
    const filled = { learnerId: learner.id, sponsorId: sponsor.id, operatorId, requestId, paymentId };
    const { refundId } = await fillTables(manager, { ...filled, minorId: await userId('tendai') });
    const open = await firstRow(
      `SELECT r.id FROM requests r JOIN users u ON u.id = r.learner_id WHERE u.email = 'amara@sample.example'`,
    );
    const meeting = await firstRow(
      `INSERT INTO meetings (request_id, sponsor_id, status, room_url, proposed_room_url, note, starts_at, ends_at)
       VALUES ($1, $2, 'proposed', 'x', 'x', 'x', now() + interval '2 days', now() + interval '49 hours') RETURNING id`,
      open.id,
      sponsor.id,
    );
    await fillCases(manager, requestId);
    const graceId = await userId('grace');
    const session = async (id: string) => startSession(id, { config, db: manager }, 'node');
    const tokens = {
      learner: learner.token,
      sponsor: sponsor.token,
      sampleLearner: await session(await userId('nadia')),
      sampleSponsor: await session(graceId),
    };
    const cookie = cookieOf(await startOperatorSession(manager, operatorId, config, 'node'));
    const columns = await writeHostileTexts(manager);
    // A check is about the link that the course has now.
    await manager.query('UPDATE course_link_checks SET url = courses.url FROM courses WHERE id = course_id');
    const course = await firstRow('SELECT id, slug FROM courses ORDER BY slug LIMIT 1');
    return {
      columns,
      tokens,
      cookie,
      learnerId: learner.id,
      sponsorId: sponsor.id,
      requestId,
      openRequestId: open.id,
      meetingId: meeting.id,
      reference: (
        await firstRow(
          `SELECT reference FROM payments WHERE status = 'approved' AND payer_id = $1 ORDER BY reference LIMIT 1`,
          graceId,
        )
      ).reference,
      refundId,
      courseId: course.id,
      courseSlug: course.slug,
      paymentId,
      // The case of a purchase that is bought, and a closed one, show the most.
      cases: await manager.query(
        `SELECT DISTINCT ON (kind) c.id, kind FROM cases c LEFT JOIN purchases p ON p.id::text = c.subject_id
         ORDER BY kind, c.status, p.status, c.id`,
      ),
    };
  });
  await drawEvidence(product);
  return world;
}

/** Draws the stored evidence as it would be now, with the hostile texts. */
async function drawEvidence(product: TestProduct): Promise<void> {
  const stored = product.db.getRepository(DisputeEvidenceEntity);
  for (const { disputeId } of await stored.find()) {
    const evidence = await renderEvidence(await collectEvidence(product, disputeId), product.config.brand);
    await stored.update({ disputeId }, await fileStore(product).put(evidence));
  }
}

interface Filled {
  learnerId: string;
  sponsorId: string;
  operatorId: string;
  requestId: string;
  paymentId: string;
  minorId: string;
}

/** Adds rows to the tables, and values to the columns, that neither sample data nor `createEverything` fill. */
async function fillTables(manager: EntityManager, filled: Filled): Promise<{ refundId: string }> {
  const { learnerId, sponsorId, operatorId, requestId, paymentId, minorId } = filled;
  const run = (sql: string, ...values: unknown[]) => manager.query(sql, values);
  // The restrictions of accounts under 18 would hide what the learner wrote.
  await run(
    `UPDATE users SET is_minor = false, guardian_email = NULL, guardian_agreed_at = NULL WHERE id = $1`,
    learnerId,
  );
  await run(`UPDATE users SET is_minor = true, guardian_email = 'x@y.example' WHERE id = $1`, minorId);
  await run(`UPDATE requests SET holds = '{rejected}' WHERE id = $1`, requestId);
  await run(
    `UPDATE requests SET delivery = 'school-invoice', invoice_reference = 'x', invoice_payee = 'x' WHERE id = $1`,
    requestId,
  );
  await run(
    `INSERT INTO account_links (user_id, purpose, address, expires_at)
     SELECT $1, purpose, 'x', now() + interval '1 day'
     FROM unnest(ARRAY['verify-email', 'reset-password', 'undo-email-change', 'guardian-consent']) AS purpose`,
    minorId,
  );
  const [{ id: suspensionId }] = await run(
    `INSERT INTO suspensions (user_id, reason, suspended_by_id)
     SELECT id, 'x', $1 FROM users WHERE email = 'omar@sample.example' RETURNING id`,
    operatorId,
  );
  await run(
    `INSERT INTO appeals (suspension_id, text, outcome, answer, answered_by_id, answered_at)
     VALUES ($1, 'x', 'denied', 'x', $2, now())`,
    suspensionId,
    operatorId,
  );
  await run(`UPDATE appeals SET outcome = 'denied', answer = 'x', answered_at = now() WHERE outcome IS NULL`);
  await run(
    `WITH asked AS (INSERT INTO cases (kind, subject_type, subject_id, summary, due_at)
       VALUES ('suspension', 'user', $1::text, 'x', now()) RETURNING id)
     INSERT INTO pending_approvals (action, subject, reason, requested_by_id, case_id)
     SELECT 'person.suspend', 'user:' || $1::text, 'x', $2, id FROM asked`,
    sponsorId,
    operatorId,
  );
  await run(
    `INSERT INTO course_uploads (requested_by_id, file_name, preset, size_bytes, status, rejections, failure, finished_at)
     VALUES ($1, 'x', 'coursera', 1, 'failed', '[{}]', 'x', now())`,
    operatorId,
  );
  await run(
    `INSERT INTO reconciliation_runs (since, differences, difference_count, failure, started_at)
     VALUES (now(), '[{}]', 1, NULL, now()), (now(), '[]', 0, 'x', now())`,
  );
  await run(
    `WITH taken AS (INSERT INTO unmatched_transactions (reference, provider_id, amount_minor, currency, payer_email, decision,
         decided_by_id, decided_at, refund_status, refund_provider_id, refund_failure)
       VALUES ('unmatched', '1', 100, 'NGN', 'x', 'refund', $1, now(), 'failed', '2', 'x') RETURNING reference)
     INSERT INTO cases (kind, subject_type, subject_id, summary, due_at)
     SELECT 'reconciliation', 'reconciliation', 'missing_here:' || reference, 'x', now() FROM taken`,
    operatorId,
  );
  await run(
    `INSERT INTO audit_entries (actor_id, action, subject, reason) VALUES ($1, 'person.suspended', 'user:' || $2::text, 'x')`,
    operatorId,
    sponsorId,
  );
  await run(`INSERT INTO course_link_checks (course_id, url, is_dead, problem, dead_since)
     SELECT id, 'x', true, 'x', now() FROM courses`);
  await run(
    `INSERT INTO course_former_links (platform, url, course_id) SELECT 'x', 'x', id FROM courses LIMIT 1`,
  );
  await run(
    `INSERT INTO price_choices (purchase_id, message, asked_by_id, due_at, price_minor, difference_minor)
     SELECT id, 'x', $1, now() + interval '5 days', 200, 100 FROM purchases WHERE status = 'queued'`,
    operatorId,
  );
  await run(
    `INSERT INTO dispute_evidence (dispute_id, content_type, data, service_details)
     SELECT id, 'application/pdf', '\\x00', 'x' FROM disputes LIMIT 1`,
  );
  await run(`INSERT INTO saved_views (operator_id, name, query) VALUES ($1, 'x', 'x')`, operatorId);
  await run(`UPDATE outbox SET last_error = 'x', failed_at = now()`);
  await run(`UPDATE courses SET duration = 'x', hidden_reason = 'x'`);
  await run(`UPDATE provider_incidents SET provider_id = 'x', status = 'x'`);
  await run(
    `INSERT INTO purchases (request_id, payment_id, status, failure_reason, proof_rejection) VALUES ($1, $2, 'failed', 'x', 'x')`,
    requestId,
    paymentId,
  );
  await run(
    `UPDATE payments SET access_code = 'x', authorization_url = 'x' WHERE status IN ('initiating', 'pending')`,
  );
  await run(`UPDATE payments SET transaction_id = 'x' WHERE id = $1`, paymentId);
  const [{ id: refundId }] = (await run(
    `SELECT id FROM refunds WHERE payment_id <> $1 AND status = 'processed' LIMIT 1`,
    paymentId,
  )) as [{ id: string }];
  await run(
    `UPDATE refunds SET currency = 'NGN', provider_id = 'x', failure_reason = 'x', status = 'needs_attention', processed_at = NULL
     WHERE id = $1`,
    refundId,
  );
  return { refundId };
}

/** Opens a case of every kind, with an act. */
async function fillCases(manager: EntityManager, requestId: string): Promise<void> {
  await manager.query(
    `INSERT INTO cases (kind, subject_type, subject_id, summary, due_at)
     SELECT kind, 'request', $1, 'x', now() FROM unnest($2::text[]) AS kind
     WHERE kind NOT IN (SELECT kind FROM cases WHERE status <> 'closed')`,
    [requestId, caseKinds],
  );
  await manager.query(
    `INSERT INTO cases (kind, subject_type, subject_id, summary, due_at, status, outcome, closed_at, closed_reason)
     VALUES ('request_review', 'request', $1, 'x', now(), 'closed', 'x', now(), 'x')`,
    [requestId],
  );
  await manager.query(`INSERT INTO case_acts (case_id, act, detail) SELECT id, 'noted', 'x' FROM cases`);
}
