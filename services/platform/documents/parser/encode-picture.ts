import sharp, { type Sharp } from 'sharp';
import { maxPixels } from './limits.ts';

// One file at a time: neither threads nor a cache of earlier files are of use.
sharp.concurrency(1);
sharp.cache(false);

/** Formats of stored pictures. */
type PictureFormat = 'image/png' | 'image/jpeg' | 'image/webp';

/** A picture, and the form that it is stored in. */
export interface PictureInput {
  data: Uint8Array;
  resize: { width: number; height: number; fit: 'cover' | 'inside' };
  /** The first one in which it has at most `maxBytes`, or the last. */
  formats: readonly PictureFormat[];
  maxBytes: number;
}

const encoders: Readonly<Record<PictureFormat, (picture: Sharp) => Sharp>> = {
  'image/png': (picture) => picture.png({ compressionLevel: 9 }),
  'image/jpeg': (picture) => picture.flatten({ background: '#ffffff' }).jpeg({ quality: 86 }),
  'image/webp': (picture) => picture.webp({ quality: 82 }),
};

/** A picture as it is stored, or why there is none. */
export type EncodedPicture = { contentType: PictureFormat; data: Uint8Array } | { problem: 'unreadable' };

/** Decodes a picture, upright, and encodes it again without metadata. The pixels are counted in its header. */
export async function encodePicture(input: PictureInput): Promise<EncodedPicture> {
  const { data, resize, formats, maxBytes } = input;
  const decoded = sharp(data, { limitInputPixels: maxPixels, failOn: 'error' })
    .rotate()
    .resize({ ...resize, position: 'attention', withoutEnlargement: true });
  let encoded: EncodedPicture = { problem: 'unreadable' };
  try {
    for (const contentType of formats) {
      encoded = { contentType, data: await encoders[contentType](decoded.clone()).toBuffer() };
      if (encoded.data.length <= maxBytes) break;
    }
    return encoded;
  } catch {
    return { problem: 'unreadable' };
  }
}
