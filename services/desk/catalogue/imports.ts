import type * as contracts from '#contracts/desk/desk-catalogue.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { importUploadJob } from '#services/catalogue/catalogue.jobs.ts';
import { type CourseUpload, CourseUploadEntity } from '#services/catalogue/course.entity.ts';
import type { Handler } from '#services/deps.ts';
import { rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { isoTimes } from '#services/platform/iso-times.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';

const shownImports = 20;

/** Stores a CSV file and enqueues its import. */
export const startImport: Handler<typeof contracts.startImport> = async ({ body, file, caller }, { db }) => {
  const id = await inTransaction(db, async (manager) => {
    const { data } = file;
    const upload = { ...body, requestedById: caller.id, content: data, sizeBytes: data.length };
    const { identifiers } = await manager.insert(CourseUploadEntity, upload);
    const id = String(identifiers[0]?.id);
    await enqueue(manager, importUploadJob, { id });
    const what = `${body.fileName}, ${data.length} bytes, ${body.preset}`;
    await recordAudit(manager, 'catalogue.import_requested', `import:${id}`, what, caller.id);
    return id;
  });
  return { message: 'The import has started. Its progress appears here.', data: { id } };
};

type UploadRow = Omit<CourseUpload, 'content' | 'requestedById'> & { requestedBy: string | null };

/** Returns the last imports with their progress. */
export const listImports: Handler<typeof contracts.listImports> = async (_call, { db }) => {
  const uploads = await rows<UploadRow>(
    db,
    `SELECT i.id, i.file_name AS "fileName", i.preset, i.size_bytes AS "sizeBytes", i.status, i.progress, i.rejections,
       i.failure, i.finished_at AS "finishedAt", i.created_at AS "createdAt", u.full_name AS "requestedBy"
     FROM course_uploads i LEFT JOIN users u ON u.id = i.requested_by_id
     ORDER BY i.created_at DESC, i.id LIMIT ${shownImports}`,
  );
  return {
    message: 'The imports.',
    data: uploads.map(({ sizeBytes, progress, ...upload }) => ({
      ...isoTimes(upload),
      share: upload.status === 'finished' ? 1 : Math.min(1, (progress.bytes ?? 0) / Math.max(1, sizeBytes)),
      counts: { rows: 0, added: 0, changed: 0, unchanged: 0, repeated: 0, refused: 0, ...progress },
    })),
  };
};
