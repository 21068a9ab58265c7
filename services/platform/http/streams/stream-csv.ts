import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { byteOrderMark, type CsvCell, csvLine } from '../../documents/csv.ts';

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
  try {
    await pipeline(Readable.from(text()), res);
  } catch (error) {
    // The client cancelled the download.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
