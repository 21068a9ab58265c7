import { pictureCopy as copy } from './picture.copy.ts';

const mostPixels = 25_000_000;

/** A sentence for whoever chose the picture. */
export class PictureError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'PictureError';
  }
}

/**
 * Reads a chosen file as a picture, turned the way it was taken.
 * @throws PictureError when it is none, or one that a phone could not hold in memory
 */
export async function loadPicture(file: Blob): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  try {
    await new Promise<void>((resolve, reject) => {
      image.onload = () => resolve();
      image.onerror = () => reject(new PictureError(copy.unreadable));
      image.src = url;
    });
  } finally {
    URL.revokeObjectURL(url);
  }
  if (image.naturalWidth * image.naturalHeight > mostPixels) throw new PictureError(copy.tooManyPixels);
  return image;
}
