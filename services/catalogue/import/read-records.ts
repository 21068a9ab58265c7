import { type OnRead, readBytes } from './read-bytes.ts';
import { splitCsv } from './split-csv.ts';
import { splitJsonArray } from './split-json-array.ts';
import { splitLines } from './split-lines.ts';

/** Formats that courses come in. */
export const fileFormats = ['csv', 'json', 'ndjson'] as const;
/** See {@link fileFormats}. */
export type FileFormat = (typeof fileFormats)[number];

/** One row of a file, not yet understood; `problem` instead of fields when it cannot even be read. */
export interface FileRecord {
  /** Line of the file on which it begins (in JSON: ends), from 1. */
  line: number;
  /** Line on which it ends, where that is known to be another one. */
  lastLine?: number;
  fields: Record<string, unknown>;
  problem?: string;
}

/** The rows of a file one after the other; never more of it in memory than a few buffers. */
export async function* readRecords(
  path: string,
  { format, delimiter }: { format: FileFormat; delimiter: string },
  onRead?: OnRead,
): AsyncGenerator<FileRecord> {
  const bytes = readBytes(path, onRead);
  const records =
    format === 'csv' ? readCsv(bytes, delimiter) : format === 'ndjson' ? readLines(bytes) : readArray(bytes);
  for await (const record of records)
    yield hasUnknownFilters(record) ? { ...record, problem: notUtf8 } : record;
}

/** The names of a CSV file's columns, as its first row has them. */
export async function readColumns(path: string, delimiter: string): Promise<string[]> {
  for await (const { cells } of splitCsv(splitLines(readBytes(path)), delimiter)) return cells;
  return [];
}

// What stands for bytes that are no text in UTF-8. Such a name would be shown to everybody.
const notUtf8 = 'The row has characters that are not UTF-8.';
const hasUnknownFilters = ({ fields }: FileRecord) =>
  Object.values(fields).some((value) => typeof value === 'string' && value.includes('\uFFFD'));

async function* readCsv(bytes: AsyncIterable<Buffer>, delimiter: string): AsyncGenerator<FileRecord> {
  let names: string[] | undefined;
  for await (const { line, lastLine, cells, problem } of splitCsv(splitLines(bytes), delimiter)) {
    const place = lastLine > line ? { line, lastLine } : { line };
    if (problem) yield { ...place, fields: {}, problem };
    else if (!names) names = cells;
    else if (cells.length !== names.length)
      yield { ...place, fields: {}, problem: `The row has ${cells.length} columns, not ${names.length}.` };
    else yield { ...place, fields: Object.fromEntries(names.map((name, index) => [name, cells[index]])) };
  }
}

async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<FileRecord> {
  let line = 0;
  for await (const json of splitLines(bytes)) {
    line += 1;
    if (json.trim()) yield readJson(line, json);
  }
}

async function* readArray(bytes: AsyncIterable<Buffer>): AsyncGenerator<FileRecord> {
  for await (const { line, text, problem } of splitJsonArray(bytes))
    yield problem ? { line, fields: {}, problem } : readJson(line, text);
}

function readJson(line: number, text: string): FileRecord {
  try {
    const fields: unknown = JSON.parse(text);
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) {
      return { line, fields: fields as Record<string, unknown> };
    }
    return { line, fields: {}, problem: 'The row is no JSON object.' };
  } catch {
    return { line, fields: {}, problem: 'The row is no JSON.' };
  }
}
