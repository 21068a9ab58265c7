import type pg from 'pg';
import { type Mapping, mapRecord } from './map-record.ts';
import { openPartitionedWriter } from './partitioned-writer.ts';
import type { ImportProgress } from './progress-line.ts';
import { type FileFormat, readRecords } from './read-records.ts';
import { createSeenLinks } from './seen-links.ts';

/** What an import is told. */
export interface ImportOptions {
  path: string;
  format: FileFormat;
  /** Separates the cells of a CSV file; a comma when left out. */
  delimiter?: string;
  mapping: Mapping;
  /** Called for each refused row with its line and the reason; with the last line of a row that has several. */
  onRefused(line: number, problem: string, lastLine?: number): void;
  /** Called for each row with the link of an earlier row, with both lines. */
  onRepeated?(line: number, firstLine: number): void;
  /** Called once with the names of the fields of the first row. */
  onFields?(names: readonly string[]): void;
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
  const { path, format, delimiter = ',', mapping, onProgress = () => {} } = options;
  const progress: ImportProgress = {
    ...{ rows: 0, refused: 0, repeated: 0, added: 0, changed: 0, unchanged: 0, skipped: 0, bytes: 0 },
    isFinishing: false,
  };
  const seen = createSeenLinks();
  const writer = clients && (await openPartitionedWriter(clients, path, { mapping, delimiter }));
  const onRead = (bytes: number) => {
    progress.bytes = bytes;
  };
  for await (const { line, lastLine, fields, problem } of readRecords(path, { format, delimiter }, onRead)) {
    progress.rows += 1;
    if (progress.rows === 1) options.onFields?.(Object.keys(fields));
    const mapped = problem ? { problem } : mapRecord(fields, mapping);
    if ('problem' in mapped) {
      // Rows before the place of an interrupted import are checked again, so that the report has all of them.
      progress.refused += 1;
      options.onRefused(line, mapped.problem, lastLine);
    } else {
      const { platform, url } = mapped.course;
      const firstLine = seen.firstLine(platform, url, line);
      if (firstLine !== undefined) {
        progress.repeated += 1;
        options.onRepeated?.(line, firstLine);
      }
      const isRepeated = firstLine !== undefined;
      if (writer && !(await writer.add(mapped.course, progress, isRepeated))) progress.skipped += 1;
    }
    if (progress.rows % reportEvery === 0) onProgress(progress);
  }
  await writer?.end(progress);
  Object.assign(progress, writer?.written());
  progress.isFinishing = writer?.isBulk ?? false;
  onProgress(progress);
  await writer?.close();
  progress.isFinishing = false;
  return progress;
}
