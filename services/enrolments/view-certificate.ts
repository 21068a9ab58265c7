import type { CertificateType, viewCertificate as contract } from '#contracts/enrolments.ts';
import type { Handler } from '#services/deps.ts';
import { notFound } from '#services/platform/errors.ts';
import { Reply } from '#services/platform/http/route.ts';

// The name of the upload is not kept: nothing that somebody else wrote stands in a header.
const fileNames: Record<CertificateType, string> = {
  'application/pdf': 'certificate.pdf',
  'image/jpeg': 'certificate.jpg',
  'image/png': 'certificate.png',
};

/** Serves a certificate to its learner, and to the sponsor who paid for the course while the learner allows it. */
export const viewCertificate: Handler<typeof contract> = async ({ params, caller }, { db }) => {
  const rows: { contentType: CertificateType; data: Buffer }[] = await db.query(
    `SELECT c.content_type AS "contentType", c.data
     FROM certificates c JOIN enrolments e ON e.id = c.enrolment_id
     WHERE e.id = $1 AND (e.user_id = $2 OR c.is_shared AND EXISTS (
       SELECT 1 FROM payments p
       WHERE p.request_id = e.request_id AND p.payer_id = $2 AND p.status = 'approved'))`,
    [params.id, caller.id],
  );
  const [certificate] = rows;
  if (!certificate) throw notFound('There is no such certificate.');
  return new Reply(200, certificate, {
    'Content-Disposition': `inline; filename="${fileNames[certificate.contentType]}"`,
  });
};
