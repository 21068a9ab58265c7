import type { shareCertificate as contract } from '#contracts/enrolments/enrolments.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { CertificateEntity } from './certificate.entity.ts';
import { EnrolmentEntity } from './enrolment.entity.ts';
import { findPayer } from './find-payer.ts';

/** Shares the caller's certificate with the sponsor who paid, or stops sharing it. */
export const shareCertificate: Handler<typeof contract> = async ({ params, body, caller }, { db }) => {
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
