import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { type ArchivedFile, zipFiles } from '../../documents/zip-files.ts';

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
  try {
    await pipeline(Readable.from(zipFiles(files), { objectMode: true }), res);
  } catch (error) {
    // The client cancelled the download.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
