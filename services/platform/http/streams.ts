import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { minuteMs } from '#contracts/durations.ts';
import { byteOrderMark, type CsvCell, csvLine } from '../documents/csv.ts';

const heartbeatMs = 20_000;
// Bounds how long an expired token or a lost peer can hold a connection; browsers reconnect.
const maxDurationMs = 15 * minuteMs;
// Changes within this time are sent as one event.
const debounceMs = 100;

export interface EventSource {
  /** Subscribes: `send` emits an event, `end` closes the stream. Returns the function that unsubscribes. */
  start(events: { send: () => void; end: () => void }): () => void;
}

/**
 * Responds with server-sent events (HTML standard, section 9.2): an event without data for every change of the source.
 * Neither compressed nor buffered; a comment every 20 s keeps the connection open.
 */
export function streamEvents(req: Request, res: Response, source: EventSource): void {
  res.set({
    'Content-Type': 'text/event-stream',
    // no-transform also disables our compression middleware, which would buffer the events.
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  // A response that is already closed emits no `close` event, so its subscription would never end.
  if (req.method === 'HEAD' || res.closed) {
    res.end();
    return;
  }
  const write = (text: string) => {
    if (!res.writableEnded) res.write(text);
  };
  write(': open\n\n');
  let pending: NodeJS.Timeout | undefined;
  const send = () => {
    pending ??= setTimeout(() => {
      pending = undefined;
      write('event: changed\ndata\n\n');
    }, debounceMs);
  };
  const end = () => res.end();
  const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs);
  const expiry = setTimeout(end, maxDurationMs);
  const unsubscribe = source.start({ send, end });
  res.once('close', () => {
    clearTimeout(pending);
    clearInterval(heartbeat);
    clearTimeout(expiry);
    unsubscribe();
  });
}

/** A table as a response; it is sent while its rows are read, so its size does not matter. */
export interface CsvResponse {
  fileName: string;
  columns: readonly string[];
  /** Batches of rows; the next one is read when the client has taken the previous ones. */
  batches: AsyncIterator<readonly (readonly CsvCell[])[]>;
}

/**
 * Responds with a CSV file. A failure of the first batch is an ordinary error response; a later one closes the
 * connection, so that the client does not take half a file for a whole one.
 */
export async function streamCsv(req: Request, res: Response, csv: CsvResponse): Promise<void> {
  const { fileName, columns, batches } = csv;
  const first = await batches.next();
  res.attachment(fileName).type('text/csv; charset=utf-8');
  if (req.method === 'HEAD') {
    await batches.return?.();
    res.end();
    return;
  }
  async function* text(): AsyncGenerator<string> {
    yield byteOrderMark + csvLine(columns);
    for (let batch = first; !batch.done; batch = await batches.next())
      yield batch.value.map(csvLine).join('');
  }
  await send(Readable.from(text()), res);
}

/** A zip archive as a response; it is sent while its files are read. */
export interface ZipResponse {
  fileName: string;
  files: AsyncIterable<ArchivedFile>;
}

/** Responds with a zip archive. A failure closes the connection, so that the client does not take a part for the whole. */
export async function streamZip(
  req: Request,
  res: Response,
  { fileName, files }: ZipResponse,
): Promise<void> {
  res.attachment(fileName).type('application/zip');
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  await send(Readable.from(zipFiles(files), { objectMode: true }), res);
}

async function send(body: Readable, res: Response): Promise<void> {
  try {
    await pipeline(body, res);
  } catch (error) {
    // The client cancelled the download.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

export interface ArchivedFile {
  /** Path inside the archive. */
  name: string;
  data: Uint8Array;
}

const isCompressed = /\.(jpg|png|webp|pdf)$/;

/** Yields the bytes of a zip archive while its files are read, so that one file at a time is in memory. */
async function* zipFiles(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Uint8Array> {
  const { Zip, ZipDeflate, ZipPassThrough } = await import('fflate');
  let chunks: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const taken = () => {
    const all = chunks;
    chunks = [];
    return all;
  };
  for await (const { name, data } of files) {
    const entry = isCompressed.test(name) ? new ZipPassThrough(name) : new ZipDeflate(name);
    archive.add(entry);
    entry.push(data, true);
    yield* taken();
  }
  archive.end();
  yield* taken();
}
