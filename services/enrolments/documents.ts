import type { EntityManager } from 'typeorm';
import type * as contracts from '#contracts/enrolments/enrolments.ts';
import { certificateFile } from '#contracts/enrolments/enrolments.ts';
import type { viewProof as viewProofContract } from '#contracts/enrolments/proofs.ts';
import { canMove } from '#contracts/requests/request-status.ts';
import { isSuspended } from '#services/accounts/sessions/find-session.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { execute, lockRow, row } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import {
  type DocumentRow,
  showDocument,
  storeDocument,
} from '#services/platform/documents/stored-document.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { moveRequest } from '#services/requests/move-request.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { CertificateEntity, type Enrolment, EnrolmentEntity } from './enrolment.entity.ts';

/** Completes the caller's course with a certificate; of two concurrent uploads the first one is stored. */
export const uploadCertificate: Handler<typeof contracts.uploadCertificate> = async (
  { params, caller, file },
  deps,
) => {
  const { db } = deps;
  const own = { id: params.id, userId: caller.id };
  // Checked before the file is processed, so that a rejected upload costs little.
  await findOpen(db.manager, own);
  const stored = await storeDocument(file, certificateFile, caller.id, deps);
  await inTransaction(db, async (manager) => {
    await lockRequestAndEnrolment(manager, own);
    const enrolment = await findOpen(manager, own);
    await manager.insert(CertificateEntity, { enrolmentId: enrolment.id, ...stored });
    await manager.update(EnrolmentEntity, enrolment.id, { status: 'completed', completedAt: () => 'now()' });
    publishChange(manager, caller.id);
    if (enrolment.requestId) await completeRequest(manager, enrolment.requestId, enrolment.id);
  });
  return { message: 'Certificate uploaded successfully!' };
};

const beingArranged =
  'Your place in this course is still being arranged. We write to you when you are enrolled; then you can upload the certificate.';

type Own = Pick<Enrolment, 'id' | 'userId'>;

/** Returns the enrolment if it can be completed. Throws HttpError 404 or 409 otherwise. */
async function findOpen(manager: EntityManager, own: Own): Promise<Enrolment> {
  const enrolment = await manager.findOneBy(EnrolmentEntity, own);
  if (!enrolment) throw notFound('This course is not on your dashboard.');
  if (enrolment.status === 'completed') throw conflict('This course is already completed.');
  const { requestId } = enrolment;
  const isPaid = requestId && (await manager.existsBy(HelpRequestEntity, { id: requestId, status: 'paid' }));
  if (isPaid) throw conflict(beingArranged);
  return enrolment;
}

// Lock the request before the enrolment, as every transaction that needs both does.
async function lockRequestAndEnrolment(manager: EntityManager, own: Own): Promise<void> {
  await execute(
    manager,
    `SELECT 1 FROM requests WHERE id = (SELECT request_id FROM enrolments WHERE id = $1 AND user_id = $2)
     FOR UPDATE`,
    [own.id, own.userId],
  );
  await execute(manager, 'SELECT 1 FROM enrolments WHERE id = $1 AND user_id = $2 FOR UPDATE', [
    own.id,
    own.userId,
  ]);
}

/**
 * Moves the request of a finished course to completed and enqueues the mail to the sponsor who paid. A request that
 * is not enrolled, such as a refunded one, stays as it is.
 */
async function completeRequest(manager: EntityManager, requestId: string, enrolmentId: string) {
  const request = await lockRow(manager, HelpRequestEntity, { id: requestId });
  if (!request || !canMove(request.status, 'completed')) return;
  await moveRequest(manager, request, { to: 'completed' });
  const payerId = await findPayer(manager, requestId);
  if (!payerId) return;
  publishChange(manager, payerId);
  await enqueue(manager, deliverMail, { mail: 'certificate-uploaded', id: enrolmentId });
}

/** Shares the caller's certificate with the sponsor who paid, or stops sharing it. */
export const shareCertificate: Handler<typeof contracts.shareCertificate> = async (
  { params, body, caller },
  { db },
) => {
  await inTransaction(db, async (manager) => {
    const enrolment = await manager.findOneBy(EnrolmentEntity, { id: params.id, userId: caller.id });
    if (!enrolment) throw notFound('This course is not on your dashboard.');
    const { affected } = await manager.update(CertificateEntity, enrolment.id, { isShared: body.isShared });
    if (!affected) throw conflict('This course has no certificate yet.');
    const payerId = enrolment.requestId && (await findPayer(manager, enrolment.requestId));
    publishChange(manager, caller.id, ...(payerId ? [payerId] : []));
  });
  return {
    message: body.isShared
      ? 'The sponsor who paid can now see your certificate.'
      : 'Your certificate is now yours alone.',
  };
};

/**
 * Serves a certificate to its learner, and to the sponsor who paid for the course while the learner allows it and is not
 * suspended.
 */
export const viewCertificate: Handler<typeof contracts.viewCertificate> = async (
  { params, caller },
  deps,
) => {
  const certificate = await row<DocumentRow>(
    deps.db,
    `SELECT c.content_type AS "contentType", c.data, c.object_key AS "objectKey"
     FROM certificates c JOIN enrolments e ON e.id = c.enrolment_id
     WHERE e.id = $1 AND (e.user_id = $2 OR c.is_shared AND NOT ${isSuspended('e.user_id')} AND EXISTS (
       SELECT 1 FROM sponsoring_payments p WHERE p.request_id = e.request_id AND p.payer_id = $2))`,
    [params.id, caller.id],
  );
  if (!certificate) throw notFound('There is no such certificate.');
  return showDocument(deps, certificate, 'certificate');
};

/**
 * Returns the proof of a request to its learner and the sponsor who paid once the learner is enrolled, before that to the
 * sponsor who added it. @throws HttpError 404 otherwise.
 */
export const viewProof: Handler<typeof viewProofContract> = async ({ params, caller }, deps) => {
  const proof = await row<DocumentRow>(
    deps.db,
    `SELECT f.content_type AS "contentType", f.data, f.object_key AS "objectKey"
     FROM proofs f JOIN requests r ON r.id = f.request_id
     CROSS JOIN LATERAL (SELECT r.status IN ('enrolled', 'completed') AS is_enrolled, EXISTS (
       SELECT 1 FROM sponsoring_payments p WHERE p.request_id = r.id AND p.payer_id = $2) AS is_payer) AS s
     WHERE r.id = $1 AND (s.is_enrolled AND (r.learner_id = $2 OR s.is_payer) OR s.is_payer AND f.added_by_id = $2)`,
    [params.id, caller.id],
  );
  if (!proof) throw notFound('There is no such proof.');
  return showDocument(deps, proof, 'proof-of-enrolment');
};

/** Returns the id of the sponsor of a request, whose payment is in `sponsoring_payments`; undefined without one. */
export async function findPayer(manager: EntityManager, requestId: string): Promise<string | undefined> {
  const payer = await row<{ id: string }>(
    manager,
    'SELECT payer_id AS id FROM sponsoring_payments WHERE request_id = $1',
    [requestId],
  );
  return payer?.id;
}
