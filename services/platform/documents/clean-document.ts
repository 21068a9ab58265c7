import sharp, { type Sharp } from 'sharp';
import type { FileRule } from '#contracts/endpoint.ts';
import { invalid } from '../errors.ts';
import type { UploadedFile } from '../http/route.ts';
import type { StoredDocument } from './show-document.ts';

const maxPixels = 25_000_000;
/** Enough to read and to print on A4. */
const maxSidePx = 2_400;

/**
 * A PDF, JPEG or PNG fit to be kept: pictures are decoded and encoded anew without metadata, a PDF is looked over.
 * Refuses with 422 what cannot be read, has over 25 megapixels, or would run a program.
 */
export async function cleanDocument(
  { contentType, data }: UploadedFile,
  { field, maxBytes }: Pick<FileRule, 'field' | 'maxBytes'>,
): Promise<StoredDocument> {
  if (contentType === 'application/pdf') {
    checkPdf(data, field);
    return { contentType, data };
  }
  try {
    const picture = sharp(data, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .resize(maxSidePx, maxSidePx, { fit: 'inside', withoutEnlargement: true });
    return await encode(picture, contentType === 'image/png', 2 * maxBytes);
  } catch {
    throw refuse('We could not read this picture. Please choose another one.', field);
  }
}

async function encode(picture: Sharp, isDrawing: boolean, mostBytes: number): Promise<StoredDocument> {
  if (isDrawing) {
    const png = await picture.clone().png({ compressionLevel: 9 }).toBuffer();
    // A small file can unfold into a large one; a photograph saved as PNG is better off as JPEG anyway.
    if (png.length <= mostBytes) return { contentType: 'image/png', data: png };
  }
  const jpeg = await picture.flatten({ background: '#ffffff' }).jpeg({ quality: 86 }).toBuffer();
  return { contentType: 'image/jpeg', data: jpeg };
}

// It is never parsed here and never shown in our own pages: the browser's viewer opens it, without our origin.
function checkPdf(data: Buffer, field: string): void {
  const end = data.subarray(-1_024).toString('latin1');
  const isWhole = data.subarray(0, 5).toString('latin1') === '%PDF-' && end.includes('%%EOF');
  if (!isWhole) throw refuse('We could not read this PDF. Please choose another one.', field);
  // A name may spell any of its letters as # and two digits (ISO 32000-1, 7.3.5).
  const text = data
    .toString('latin1')
    .replace(/#([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  if (['/JavaScript', '/Launch', '/EmbeddedFile'].some((name) => text.includes(name))) {
    throw refuse('This PDF carries a program or another file. Please save it as a plain PDF.', field);
  }
}

function refuse(message: string, field: string): Error {
  return invalid(message, { [field]: message });
}
