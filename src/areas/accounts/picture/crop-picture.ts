import { limits } from '#contracts/limits.ts';
import { type Crop, cropSquare, type Size } from './crop.ts';

const maxSidePx = 512;
const qualities = [0.9, 0.75, 0.5];

/** Returns the natural size of a loaded picture. */
export function sizeOf(image: HTMLImageElement): Size {
  return { width: image.naturalWidth, height: image.naturalHeight };
}

/** Draws the cropped square over the whole canvas. */
export function drawCrop(canvas: HTMLCanvasElement, image: HTMLImageElement, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { left, top, side } = cropSquare(sizeOf(image), crop);
  // JPEG has no transparency and would turn it black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/**
 * Returns the cropped square as a file within the upload limit: at most 512 px wide, WebP, or JPEG where the
 * browser cannot encode WebP.
 */
export async function cropPicture(image: HTMLImageElement, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const { side } = cropSquare(sizeOf(image), crop);
  canvas.width = canvas.height = Math.max(1, Math.min(maxSidePx, Math.round(side)));
  drawCrop(canvas, image, crop);
  let blob = await encode(canvas, qualities[0]);
  for (const quality of qualities.slice(1)) {
    if (blob.size <= limits.profilePictureBytes) break;
    blob = await encode(canvas, quality);
  }
  return blob;
}

async function encode(canvas: HTMLCanvasElement, quality = 1): Promise<Blob> {
  const webp = await toBlob(canvas, 'image/webp', quality);
  // `toBlob` falls back to PNG for types that the browser cannot encode.
  return webp.type === 'image/webp' ? webp : toBlob(canvas, 'image/jpeg', quality);
}

function toBlob(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn'))),
      type,
      quality,
    );
  });
}
