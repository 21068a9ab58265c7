import type pg from 'pg';
import { rows } from '#services/platform/database/sql.ts';
import type { ImportProgress } from './import-report.ts';
import { type Mapping, mapRecord } from './map-record.ts';
import { openPartitionedWriter } from './partitioned-writer.ts';
import { type FileFormat, readRecords } from './read-records.ts';
import { createSeenLinks } from './seen-links.ts';

async function readPlatforms(client: pg.ClientBase): Promise<string[]> {
  const platforms = await rows<{ platform: string }>(
    client,
    'SELECT DISTINCT platform FROM courses ORDER BY platform',
  );
  return platforms.map(({ platform }) => platform);
}

/**
 * Returns a function that unifies the spelling of platforms: a name that differs from an earlier one only in case
 * becomes that one. Names in `existing` stay as they are, also where they differ only in case.
 */
function createPlatformNames(existing: readonly string[]): (name: string) => string {
  const known = new Set(existing);
  const spellings = new Map<string, string>();
  const add = (name: string) => {
    const key = name.toLowerCase();
    const spelling = spellings.get(key) ?? name;
    spellings.set(key, spelling);
    return spelling;
  };
  for (const name of existing) add(name);
  return (name) => (known.has(name) ? name : add(name));
}

interface ImportOptions {
  path: string;
  format: FileFormat;
  /** Delimiter of a CSV file; a comma by default. */
  delimiter?: string;
  mapping: Mapping;
  /** Called for each rejected row with its line, the reason, and the last line of a multi-line row. */
  onRejected(line: number, problem: string, lastLine?: number): void;
  /** Called for each row with the URL of an earlier row, with both lines. */
  onRepeated?(line: number, firstLine: number): void;
  /** Called once with the field names of the first row. */
  onFields?(names: readonly string[]): void;
  onProgress?(progress: ImportProgress): void;
}

const reportEvery = 1_000;

/**
 * Imports a file row by row. Each batch and its checkpoint are written in one transaction, so an interrupted import
 * resumes when it is started again with the same file and mapping. A bulk import writes over several connections and
 * rebuilds the search index at the end; if it is interrupted before that, the next start does.
 *
 * @param clients undefined for a dry run, which reads and validates every row and writes nothing.
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
  const spellingOf = createPlatformNames(clients ? await readPlatforms(clients[0]) : []);
  const writer = clients && (await openPartitionedWriter(clients, path, { mapping, delimiter }));
  const onRead = (bytes: number) => {
    progress.bytes = bytes;
  };
  for await (const { line, lastLine, fields, problem } of readRecords(path, { format, delimiter }, onRead)) {
    progress.rows += 1;
    if (progress.rows === 1) options.onFields?.(Object.keys(fields));
    const mapped = problem ? { problem } : mapRecord(fields, mapping);
    if ('problem' in mapped) {
      // Rows before the checkpoint are validated again, so that the report contains all rejected rows.
      progress.refused += 1;
      options.onRejected(line, mapped.problem, lastLine);
    } else {
      const course = { ...mapped.course, platform: spellingOf(mapped.course.platform) };
      const firstLine = seen.firstLine(course.platform, course.url, line);
      if (firstLine !== undefined) {
        progress.repeated += 1;
        options.onRepeated?.(line, firstLine);
      }
      const isRepeated = firstLine !== undefined;
      if (writer && !(await writer.add(course, progress, isRepeated))) progress.skipped += 1;
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
