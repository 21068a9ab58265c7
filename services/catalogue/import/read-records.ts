import { unescapeFormula } from '#services/platform/documents/csv.ts';
import { type OnRead, readBytes, splitLines } from './read-bytes.ts';
import { splitCsv } from './split-csv.ts';
import { splitJsonArray } from './split-json-array.ts';

/** File formats of imports and exports. */
export const fileFormats = ['csv', 'json', 'ndjson'] as const;
/** See {@link fileFormats}. */
export type FileFormat = (typeof fileFormats)[number];

/** One unmapped row of a file; `problem` is set when it could not be parsed. */
export interface FileRecord {
  /** Line of the file on which it begins (in JSON: ends), from 1. */
  line: number;
  /** Last line of a row with several lines. */
  lastLine?: number;
  fields: Record<string, unknown>;
  problem?: string;
}

/** Yields the rows of a file as a stream, with constant memory. */
export async function* readRecords(
  path: string,
  { format, delimiter }: { format: FileFormat; delimiter: string },
  onRead?: OnRead,
): AsyncGenerator<FileRecord> {
  const bytes = readBytes(path, onRead);
  const records =
    format === 'csv' ? readCsv(bytes, delimiter) : format === 'ndjson' ? readLines(bytes) : readArray(bytes);
  for await (const record of records) yield hasInvalidUtf8(record) ? { ...record, problem: notUtf8 } : record;
}

/** Returns the column names from the first row of a CSV file. */
export async function readColumns(path: string, delimiter: string): Promise<string[]> {
  for await (const { cells } of splitCsv(splitLines(readBytes(path)), delimiter)) return cells;
  return [];
}

/** Instruction for a file in another encoding. */
export const saveAsUtf8 = 'Please save it as UTF-8 (in spreadsheet programs: CSV UTF-8).';
// U+FFFD replaces bytes that are not valid UTF-8.
const notUtf8 = `The file is not in UTF-8 here. ${saveAsUtf8}`;
const hasInvalidUtf8 = ({ fields }: FileRecord) =>
  Object.values(fields).some((value) => typeof value === 'string' && value.includes('\uFFFD'));

async function* readCsv(bytes: AsyncIterable<Buffer>, delimiter: string): AsyncGenerator<FileRecord> {
  let names: string[] | undefined;
  for await (const { line, lastLine, cells, problem } of splitCsv(splitLines(bytes), delimiter)) {
    const place = lastLine > line ? { line, lastLine } : { line };
    if (problem) yield { ...place, fields: {}, problem };
    else if (!names) names = cells;
    else if (cells.length !== names.length)
      yield { ...place, fields: {}, problem: `The row has ${cells.length} columns, not ${names.length}.` };
    else
      yield {
        ...place,
        fields: Object.fromEntries(names.map((name, index) => [name, unescapeFormula(cells[index] ?? '')])),
      };
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
