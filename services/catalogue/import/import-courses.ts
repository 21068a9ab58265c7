import type pg from 'pg';
import { openLanes } from './import-lanes.ts';
import { type Mapping, mapRecord } from './map-record.ts';
import type { ImportProgress } from './progress-line.ts';
import { type FileFormat, readRecords } from './read-records.ts';

/** What an import is told. */
export interface ImportOptions {
  path: string;
  format: FileFormat;
  mapping: Mapping;
  /** Told each row that is refused: its line and the reason. */
  onRefused(line: number, problem: string): void;
  onProgress?(progress: ImportProgress): void;
}

const reportEvery = 1_000;

/**
 * Imports a file row by row. Each batch and the place in the file behind it are written in one transaction, so an
 * import that was killed goes on where it was when it is started again with the same file and mapping. A large one
 * uses all the connections it is given, and leaves the search as it was until all rows are written; killed before
 * that, the next start catches up.
 *
 * @param clients undefined for a dry run: everything is read and checked, and nothing written.
 */
export async function importCourses(
  clients: readonly [pg.ClientBase, ...pg.ClientBase[]] | undefined,
  options: ImportOptions,
): Promise<ImportProgress> {
  const { path, format, mapping, onProgress = () => {} } = options;
  const progress: ImportProgress = { rows: 0, refused: 0, skipped: 0, bytes: 0, isFinishing: false };
  const lanes = clients && (await openLanes(clients, path, mapping));
  const onRead = (bytes: number) => {
    progress.bytes = bytes;
  };
  for await (const { line, lastLine, fields, problem } of readRecords(path, format, onRead)) {
    progress.rows += 1;
    const mapped = problem ? { problem } : mapRecord(fields, mapping);
    if ('problem' in mapped) {
      // Also those of the part that was done before: the report shall be whole.
      progress.refused += 1;
      options.onRefused(line, lastLine ? `${mapped.problem} Lines ${line} to ${lastLine}.` : mapped.problem);
    } else if (lanes && !(await lanes.add(mapped.course, progress))) progress.skipped += 1;
    if (progress.rows % reportEvery === 0) onProgress(progress);
  }
  await lanes?.end(progress);
  progress.isFinishing = lanes?.isBulk ?? false;
  onProgress(progress);
  await lanes?.close();
  progress.isFinishing = false;
  return progress;
}
