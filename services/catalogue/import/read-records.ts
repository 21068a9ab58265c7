import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { splitCsv } from './split-csv.ts';
import { splitJsonArray } from './split-json-array.ts';

/** Formats that courses come in. */
export const fileFormats = ['csv', 'json', 'ndjson'] as const;
/** See {@link fileFormats}. */
export type FileFormat = (typeof fileFormats)[number];

/** One row of a file, not yet understood; `problem` instead of fields when it cannot even be read. */
export interface FileRecord {
  /** Line of the file on which it begins (in JSON: ends), from 1. */
  line: number;
  fields: Record<string, unknown>;
  problem?: string;
}

/** Told how many bytes of the file have been read. */
export type OnRead = (bytes: number) => void;

/** The rows of a file one after the other; never more of it in memory than a few buffers. */
export async function* readRecords(
  path: string,
  format: FileFormat,
  onRead: OnRead = () => {},
): AsyncGenerator<FileRecord> {
  const bytes = createReadStream(path, { highWaterMark: 256 * 1024 });
  let read = 0;
  bytes.on('data', (chunk) => {
    read += chunk.length;
    onRead(read);
  });
  try {
    if (format === 'csv') yield* readCsv(bytes);
    else if (format === 'ndjson') yield* readLines(bytes);
    else for await (const { line, text } of splitJsonArray(bytes)) yield readJson(line, text);
  } finally {
    bytes.destroy();
  }
}

async function* readCsv(bytes: NodeJS.ReadableStream): AsyncGenerator<FileRecord> {
  const lines = createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY });
  let names: string[] | undefined;
  for await (const { line, cells, problem } of splitCsv(lines)) {
    if (problem) yield { line, fields: {}, problem };
    else if (!names) names = cells;
    else if (cells.length !== names.length)
      yield { line, fields: {}, problem: `The row has ${cells.length} columns, not ${names.length}.` };
    else yield { line, fields: Object.fromEntries(names.map((name, index) => [name, cells[index]])) };
  }
}

async function* readLines(bytes: NodeJS.ReadableStream): AsyncGenerator<FileRecord> {
  let line = 0;
  for await (const text of createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    const json = line === 1 ? text.replace(/^\uFEFF/, '') : text;
    if (json.trim()) yield readJson(line, json);
  }
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
