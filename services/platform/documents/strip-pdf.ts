import { parseUpload } from './parser/parse-upload.ts';
import type { RewrittenPdf } from './parser/rewrite-pdf.ts';

/**
 * Returns a PDF without metadata, or why there is none: it is protected by a password, cannot be read within the limits of
 * the parser, or contains a program or another file.
 *
 * @param source the uploader; sources take turns.
 * @throws {HttpError} 503 when too many files are queued.
 */
export function stripPdf(data: Buffer, source: string): Promise<RewrittenPdf> {
  return parseUpload('rewrite-pdf', data, source);
}
