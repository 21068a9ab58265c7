import type { Sharp } from 'sharp';
import { createFairQueue } from '../fair-queue.ts';

const maxPixels = 25_000_000;
const maxWaiting = 20;

// A picture of 25 megapixels is 100 MB once decoded and takes a core for a second. Two at once, with one thread each, leave
// threads of libuv and processor to everything else, such as the handshakes of new database connections.
const inTurn = createFairQueue({
  maxRunning: 2,
  maxWaiting,
  maxWaitingPerSource: maxWaiting,
  overloaded: 'Many files are being uploaded right now. Please try again.',
});

// Imported with the first picture: it loads libvips.
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  return sharp;
}

/** The data is no picture, or one of over 25 megapixels. */
export class UnreadablePictureError extends Error {
  override name = 'UnreadablePictureError';
}

/**
 * Decodes an uploaded picture, upright, and encodes it again without metadata. Its size is read from the header first, so
 * that a picture that is too large never waits and is never decoded.
 *
 * @param encode resizes and encodes the decoded picture
 * @throws {UnreadablePictureError}
 * @throws {HttpError} 503 when too many pictures are queued.
 */
export async function decodePicture<T>(data: Buffer, encode: (picture: Sharp) => Promise<T>): Promise<T> {
  const sharp = await loadSharp();
  const open = () => sharp(data, { limitInputPixels: maxPixels, failOn: 'error' });
  await orUnreadable(() => open().metadata());
  return inTurn(() => orUnreadable(() => encode(open().rotate())), 'uploads');
}

async function orUnreadable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new UnreadablePictureError('This is no picture that can be read.', { cause });
  }
}
