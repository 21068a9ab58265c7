import type { DataSource } from 'typeorm';
import type { Config } from '#services/platform/config.ts';
import { row, rows } from '#services/platform/database/sql.ts';
import { FilesUnavailableError, objectStore } from '#services/platform/files/object-store.ts';
import { countFiles, countOthers } from '../files/move-files.ts';
import { type Check, type Finding, failed, ok, warning } from './check.ts';

const sampleSize = 20;

/** Checks of uploaded files. */
export function fileChecks({ files }: Config, db: DataSource): Check[] {
  return [
    {
      name: 'Files',
      why: 'Certificates, proofs and pictures cannot be stored or shown without the store that has them.',
      section: 'uploaded-files',
      run: () => checkFiles(files, db),
    },
  ];
}

async function checkFiles({ store, s3 }: Config['files'], db: DataSource): Promise<Finding> {
  const counts = await countFiles(db);
  const [inPostgres, inObjects] = [countOthers(counts, 's3'), countOthers(counts, 'postgres')];
  const text = `${inPostgres} in PostgreSQL, ${inObjects} in an object store`;
  if (!s3) {
    if (inObjects === 0) return ok(text);
    return failed(`${text}, whose settings FILES_S3_ENDPOINT, … are missing`);
  }
  const objects = objectStore(s3);
  try {
    await objects.check();
    const sample = await rows<{ key: string }>(
      db,
      `SELECT key FROM stored_objects WHERE delete_after IS NULL ORDER BY random() LIMIT ${sampleSize}`,
    );
    const present = await Promise.all(sample.map(({ key }) => objects.exists(key)));
    const missing = present.filter((isThere) => !isThere).length;
    if (missing > 0)
      return failed(`${text}; of ${sample.length} objects ${missing} are missing in the bucket`);
  } catch (error) {
    if (!(error instanceof FilesUnavailableError)) throw error;
    return failed(`${new URL(s3.endpoint).host}, bucket ${s3.bucket}: ${error.message}`);
  }
  const late = await row<{ n: number }>(
    db,
    `SELECT count(*)::int AS n FROM stored_objects WHERE delete_after < now() - interval '1 hour'`,
  );
  if (late && late.n > 0) return warning(`${text}; ${late.n} objects should have been deleted an hour ago`);
  if (countOthers(counts, store) > 0)
    return warning(`${text}; move them: npm run ops:move-files -- --to ${store}`);
  return ok(text);
}
