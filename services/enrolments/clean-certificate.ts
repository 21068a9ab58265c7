import sharp, { type Sharp } from 'sharp';
import { type CertificateType, certificateFile } from '#contracts/enrolments.ts';
import { invalid } from '#services/platform/errors.ts';
import type { UploadedFile } from '#services/platform/http/route.ts';

const maxPixels = 25_000_000;
/** Enough to read and to print on A4. */
const maxSidePx = 2_400;
const mostBytes = 2 * certificateFile.maxBytes;

interface Cleaned {
  contentType: CertificateType;
  data: Buffer;
}

/**
 * A certificate fit to be kept: pictures are decoded and encoded anew without metadata, a PDF is looked over.
 * Refuses with 422 what cannot be read, has over 25 megapixels, or would run a program.
 */
export async function cleanCertificate({ contentType, data }: UploadedFile): Promise<Cleaned> {
  if (contentType === 'application/pdf') {
    checkPdf(data);
    return { contentType, data };
  }
  try {
    const picture = sharp(data, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .resize(maxSidePx, maxSidePx, { fit: 'inside', withoutEnlargement: true });
    return await encode(picture, contentType === 'image/png');
  } catch {
    throw refuse('We could not read this picture. Please choose another one.');
  }
}

async function encode(picture: Sharp, isDrawing: boolean): Promise<Cleaned> {
  if (isDrawing) {
    const png = await picture.clone().png({ compressionLevel: 9 }).toBuffer();
    // A small file can unfold into a large one; a photograph saved as PNG is better off as JPEG anyway.
    if (png.length <= mostBytes) return { contentType: 'image/png', data: png };
  }
  const jpeg = await picture.flatten({ background: '#ffffff' }).jpeg({ quality: 86 }).toBuffer();
  return { contentType: 'image/jpeg', data: jpeg };
}

// It is never parsed here and never shown in our own pages: the browser's viewer opens it, without our origin.
function checkPdf(data: Buffer): void {
  const end = data.subarray(-1_024).toString('latin1');
  const isWhole = data.subarray(0, 5).toString('latin1') === '%PDF-' && end.includes('%%EOF');
  if (!isWhole) throw refuse('We could not read this PDF. Please choose another one.');
  if (['/JavaScript', '/Launch', '/EmbeddedFile'].some((name) => data.includes(name))) {
    throw refuse('This PDF carries a program or another file. Please save it as a plain PDF.');
  }
}

function refuse(message: string): Error {
  return invalid(message, { [certificateFile.field]: message });
}
