import type { EntityManager } from 'typeorm';
import { certificateFile, type uploadCertificate as contract } from '#contracts/enrolments/enrolments.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { execute } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { cleanDocument } from '#services/platform/documents/clean-document.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { fileStore } from '#services/platform/files/file-store.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { CertificateEntity } from './certificate.entity.ts';
import { completeRequest } from './complete-request.ts';
import { type Enrolment, EnrolmentEntity } from './enrolment.entity.ts';

/** Completes the caller's course with a certificate; of two concurrent uploads the first one is stored. */
export const uploadCertificate: Handler<typeof contract> = async ({ params, caller, file }, deps) => {
  const { db } = deps;
  const own = { id: params.id, userId: caller.id };
  // Checked before the file is processed, so that a rejected upload costs little.
  await findOpen(db.manager, own);
  const { contentType, data } = await cleanDocument(file, certificateFile, caller.id);
  const stored = await fileStore(deps).put(data);
  await inTransaction(db, async (manager) => {
    await lockRequestAndEnrolment(manager, own);
    const enrolment = await findOpen(manager, own);
    await manager.insert(CertificateEntity, { enrolmentId: enrolment.id, contentType, ...stored });
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
