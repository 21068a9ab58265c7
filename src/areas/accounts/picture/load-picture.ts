import { pictureCopy as copy } from './picture.copy.ts';

const mostPixels = 25_000_000;

/** An error whose message is shown in the form. */
export class PictureError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'PictureError';
  }
}

/**
 * Loads a file as a picture, rotated by its EXIF orientation.
 * @throws PictureError when it is not a picture, or too large for the memory of a phone
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
