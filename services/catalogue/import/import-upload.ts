import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { importPresets } from '#contracts/catalogue/catalogue-import.ts';
import { OPERATORS } from '#services/cases/audit-log.ts';
import type { Config } from '#services/platform/config.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { withClient } from '#services/platform/database/data-source.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { describeError } from '#services/platform/describe-error.ts';
import type { Logger } from '#services/platform/log.ts';
import { type CourseUpload, CourseUploadEntity } from '../course.entity.ts';
import { checkColumns } from './check-columns.ts';
import { importCourses } from './import-courses.ts';
import type { ImportProgress } from './import-report.ts';
import { presets } from './map-record.ts';

const shownRejections = 200;
const reportEveryMs = 500;

interface ImportDeps {
  db: DataSource;
  config: Pick<Config, 'databaseUrl'>;
  log: Logger;
}

/** Writes what changed in an import, and refreshes open desks. */
export async function storeUpload(db: DataSource, id: string, change: Partial<CourseUpload>): Promise<void> {
  await inTransaction(db, async (manager) => {
    await manager.update(CourseUploadEntity, { id }, change);
    publishChange(manager, OPERATORS);
  });
}

/**
 * Imports an uploaded file and stores progress and result. Does nothing for one that has ended. A file without the
 * required columns has failed for good; any other error is thrown, and a second call resumes.
 */
export async function importUpload({ db, config, log }: ImportDeps, id: string): Promise<void> {
  const upload = await db.getRepository(CourseUploadEntity).findOneBy({ id });
  if (!upload?.content || upload.finishedAt) return;
  const folder = await mkdtemp(join(tmpdir(), 'courselift-import-'));
  try {
    const path = join(folder, 'courses.csv');
    await writeFile(path, upload.content);
    const end = (change: Partial<CourseUpload>) =>
      storeUpload(db, id, { ...change, content: null, finishedAt: new Date() });
    const mapping = presets[importPresets.find((name) => name === upload.preset) ?? 'courselift'];
    const delimiter = detectDelimiter(upload.content);
    const problem = await checkColumns(path, mapping, [], delimiter);
    if (problem) return await end({ status: 'failed', failure: forDesk(problem, path, upload.fileName) });
    await storeUpload(db, id, { status: 'running' });
    const rejections: CourseUpload['rejections'] = [];
    const { onProgress, reported } = reportTo({ db, log }, id);
    const connection = { connectionString: config.databaseUrl, application_name: 'courselift-import' };
    const progress = await withClient(connection, (client) =>
      importCourses([client], {
        path,
        format: 'csv',
        delimiter,
        mapping,
        onRejected(line, rejection) {
          if (rejections.length < shownRejections) rejections.push({ line, problem: rejection });
        },
        onProgress,
      }),
    );
    // Before the import ends, so that a report that was not stored is logged.
    await reported();
    await end({ status: 'finished', progress: { ...progress }, rejections });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// The command names the delimiter; a file of the desk has the one that its first line has most of.
function detectDelimiter(content: Buffer): string {
  const [header = ''] = content
    .subarray(0, 64 * 1024)
    .toString('utf8')
    .split(/\r?\n/, 1);
  const counted = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: header.split(delimiter).length }));
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).delimiter;
}

// The path is one of ours, and the options are those of the command.
function forDesk(problem: string, path: string, fileName: string): string {
  return problem.replaceAll(path, fileName).replace(/ Say which columns .*$/s, '');
}

// Not awaited by the importer; a lost report is replaced by the next one or by the result.
function reportTo({ db, log }: Pick<ImportDeps, 'db' | 'log'>, id: string) {
  let reportedMs = 0;
  let last = Promise.resolve();
  return {
    onProgress(progress: ImportProgress) {
      if (performance.now() - reportedMs < reportEveryMs) return;
      reportedMs = performance.now();
      last = db
        .getRepository(CourseUploadEntity)
        .update({ id, status: 'running' }, { progress: { ...progress } })
        .then(() => inTransaction(db, async (manager) => publishChange(manager, OPERATORS)))
        .catch((error: unknown) =>
          log.warn({ import: id, reason: describeError(error) }, 'The progress of an import was not stored'),
        );
    },
    /** Resolves when the last report is stored or lost. */
    reported: () => last,
  };
}
