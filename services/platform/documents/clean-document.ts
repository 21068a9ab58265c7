import type { Sharp } from 'sharp';
import type { FileRule } from '#contracts/endpoint.ts';
import { invalid } from '../errors.ts';
import type { UploadedFile } from '../http/route.ts';
import { decodePicture, UnreadablePictureError } from './decode-picture.ts';
import type { StoredDocument } from './show-document.ts';
import { stripPdf } from './strip-pdf.ts';

const problems = {
  unreadable: 'We could not read this PDF. Please choose another one.',
  encrypted: 'This PDF is protected by a password. Please save it without one, or upload a picture of it.',
  program: 'This PDF carries a program or another file. Please save it as a plain PDF.',
} as const;
/** Sufficient to read and to print a page of A4. */
const maxSidePx = 2_400;

/**
 * Returns an upload in the form that is stored: pictures are decoded and encoded again, and the pages of a PDF are copied
 * into a new one, both without metadata.
 *
 * @throws {HttpError} 422 for a file that cannot be read, has over 25 megapixels, is protected by a password, or contains
 * a program; 503 when too many files are queued.
 */
export async function cleanDocument(
  { contentType, data }: UploadedFile,
  { field, maxBytes }: Pick<FileRule, 'field' | 'maxBytes'>,
): Promise<StoredDocument> {
  if (contentType === 'application/pdf') {
    checkPdf(data, field);
    return { contentType, data: await cleanPdf(data, field) };
  }
  try {
    return await decodePicture(data, (picture) =>
      encode(
        picture.resize(maxSidePx, maxSidePx, { fit: 'inside', withoutEnlargement: true }),
        contentType === 'image/png',
        2 * maxBytes,
      ),
    );
  } catch (error) {
    if (!(error instanceof UnreadablePictureError)) throw error;
    throw rejectFile('We could not read this picture. Please choose another one.', field);
  }
}

async function encode(picture: Sharp, isDrawing: boolean, maxBytes: number): Promise<StoredDocument> {
  if (isDrawing) {
    const png = await picture.clone().png({ compressionLevel: 9 }).toBuffer();
    // A small PNG can decode into a large one. JPEG is smaller for a photograph that was saved as PNG.
    if (png.length <= maxBytes) return { contentType: 'image/png', data: png };
  }
  const jpeg = await picture.flatten({ background: '#ffffff' }).jpeg({ quality: 86 }).toBuffer();
  return { contentType: 'image/jpeg', data: jpeg };
}

async function cleanPdf(data: Buffer, field: string): Promise<Buffer> {
  const stripped = await stripPdf(data);
  if ('problem' in stripped) throw rejectFile(problems[stripped.problem], field);
  return Buffer.from(stripped.data);
}

// The PDF is not embedded in our pages: the browser's viewer opens it in a sandboxed origin.
function checkPdf(data: Buffer, field: string): void {
  const end = data.subarray(-1_024).toString('latin1');
  const isWhole = data.subarray(0, 5).toString('latin1') === '%PDF-' && end.includes('%%EOF');
  if (!isWhole) throw rejectFile(problems.unreadable, field);
  // A name may spell any of its letters as # and two digits (ISO 32000-1, 7.3.5).
  const text = data
    .toString('latin1')
    .replace(/#([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  if (['/JavaScript', '/Launch', '/EmbeddedFile'].some((name) => text.includes(name))) {
    throw rejectFile(problems.program, field);
  }
}

function rejectFile(message: string, field: string): Error {
  return invalid(message, { [field]: message });
}
