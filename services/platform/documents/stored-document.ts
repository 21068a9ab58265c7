import type { DocumentType } from '#contracts/document-file.ts';
import type { FileRule } from '#contracts/endpoint.ts';
import { invalidField } from '../errors.ts';
import { type FileDeps, fileStore } from '../files/file-store.ts';
import type { StoredBytes } from '../files/stored-object.entity.ts';
import { Reply, type UploadedFile } from '../http/route.ts';
import { parseUpload } from './parser/parse-upload.ts';

const problems = {
  unreadable: 'This file cannot be read.',
  encrypted: 'This PDF is protected by a password. Please save it without one, or upload a picture of it.',
  program: 'This PDF carries a program or another file. Please save it as a plain PDF.',
} as const;
/** Sufficient to read and to print a page of A4. */
const maxSidePx = 2_400;

/**
 * Returns an upload in the form that is stored: pictures are decoded and encoded again, and the pages of a PDF are copied
 * into a new one, both without metadata.
 *
 * @param source the uploader; sources take turns.
 * @throws {HttpError} 422 for a file that cannot be read, has over 25 megapixels, is protected by a password, or contains
 * a program; 503 when too many files are queued.
 * @internal For its test.
 */
export async function cleanDocument(
  { contentType, data }: UploadedFile,
  { field, maxBytes }: Pick<FileRule, 'field' | 'maxBytes'>,
  source: string,
): Promise<StoredDocument> {
  const isPdf = contentType === 'application/pdf';
  if (isPdf) checkPdf(data, field);
  const cleaned = isPdf
    ? await parseUpload('rewrite-pdf', data, source)
    : await parseUpload(
        'encode-picture',
        {
          data,
          resize: { width: maxSidePx, height: maxSidePx, fit: 'inside' },
          // A small PNG can decode into a large one. JPEG is smaller for a photograph that was saved as PNG.
          formats: contentType === 'image/png' ? ['image/png', 'image/jpeg'] : ['image/jpeg'],
          maxBytes: 2 * maxBytes,
        },
        source,
      );
  if ('problem' in cleaned) throw invalidField(field, problems[cleaned.problem]);
  return { contentType: 'application/pdf', ...cleaned, data: Buffer.from(cleaned.data) };
}

// The PDF is not embedded in our pages: the browser's viewer opens it in a sandboxed origin.
function checkPdf(data: Buffer, field: string): void {
  const end = data.subarray(-1_024).toString('latin1');
  const isWhole = data.subarray(0, 5).toString('latin1') === '%PDF-' && end.includes('%%EOF');
  if (!isWhole) throw invalidField(field, problems.unreadable);
  // A name may spell any of its letters as # and two digits (ISO 32000-1, 7.3.5).
  const text = data
    .toString('latin1')
    .replace(/#([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  if (['/JavaScript', '/Launch', '/EmbeddedFile'].some((name) => text.includes(name))) {
    throw invalidField(field, problems.program);
  }
}

const endings: Record<DocumentType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** A row of a table of documents. */
export type DocumentRow = Pick<StoredDocument, 'contentType'> & StoredBytes;

export interface StoredDocument {
  contentType: DocumentType;
  data: Buffer;
}

/**
 * Stores the bytes of an upload as {@link cleanDocument} returns it, and returns the columns of its row; throws as that.
 */
export async function storeDocument(
  file: UploadedFile,
  rule: Pick<FileRule, 'field' | 'maxBytes'>,
  source: string,
  deps: FileDeps,
): Promise<DocumentRow> {
  const { contentType, data } = await cleanDocument(file, rule, source);
  return { contentType, ...(await fileStore(deps).put(data)) };
}

/**
 * Returns a response that shows the document of a row in the browser's viewer. The file name is generated, so that no text of the
 * uploader gets into a header.
 */
export async function showDocument(
  deps: FileDeps,
  document: DocumentRow,
  name: string,
): Promise<Reply<StoredDocument>> {
  const { contentType } = document;
  const data = await fileStore(deps).get(document);
  const fileName = `${name}.${endings[contentType]}`;
  return new Reply(200, { contentType, data }, { 'Content-Disposition': `inline; filename="${fileName}"` });
}
