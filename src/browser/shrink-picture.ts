import type { FileRule } from '#contracts/endpoint.ts';
import { checkFile } from './files.ts';

/** Longest side of a picture that is sent, in pixels. */
const longestSidePx = 1_600;
/** Decoding takes 4 bytes for each; with more a phone runs out of memory. */
const mostPixels = 70_000_000;
const qualities = [0.9, 0.75, 0.5, 0.3];
/** Width and height together, below which a picture is not made smaller. */
const leastSidesPx = 64;

const pictureProblems = {
  unreadable: 'We cannot read this picture. Please choose another one.',
  heic: 'Your browser cannot read HEIC pictures. Please choose a JPEG or PNG picture.',
  tooManyPixels: 'This picture has too many pixels. Please choose one of at most 70 megapixels.',
} as const;

/** Returns whether a file is in the format that some phones use for photos. Not every system knows its media type. */
export function isHeic({ name, type }: File): boolean {
  return /^image\/hei[cf]/.test(type) || (!type && /\.hei[cf]$/i.test(name));
}

/** A picture on a canvas, or why it could not be read. */
type DrawnPicture = { canvas: HTMLCanvasElement } | { problem: string };

/**
 * Draws a picture at most 1,600 px long, rotated by its EXIF orientation. Transparent parts become white, because JPEG would
 * turn them black.
 */
export async function drawPicture(file: File): Promise<DrawnPicture> {
  const image = await loadImage(file);
  if (!image) return { problem: isHeic(file) ? pictureProblems.heic : pictureProblems.unreadable };
  const { naturalWidth, naturalHeight } = image;
  if (naturalWidth * naturalHeight > mostPixels) return { problem: pictureProblems.tooManyPixels };
  const scale = Math.min(1, longestSidePx / Math.max(naturalWidth, naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(naturalHeight * scale));
  const context = canvas.getContext('2d');
  if (!context) return { problem: pictureProblems.unreadable };
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { canvas };
}

// `decode()` would decode a picture before its size is known.
async function loadImage(file: File): Promise<HTMLImageElement | undefined> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  const isLoaded = await new Promise<boolean>((resolve) => {
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = url;
  });
  URL.revokeObjectURL(url);
  return isLoaded ? image : undefined;
}

/** Returns a canvas as WebP if rule and browser allow it, or else as JPEG, without metadata and within the rule's size: of lower quality, or else smaller. */
export async function encodePicture(canvas: HTMLCanvasElement, rule: FileRule): Promise<Blob> {
  for (const quality of qualities) {
    const blob = await encode(canvas, rule, quality);
    if (blob.size <= rule.maxBytes || canvas.width + canvas.height < leastSidesPx) return blob;
  }
  return encodePicture(halve(canvas), rule);
}

function halve(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const half = document.createElement('canvas');
  half.width = Math.ceil(canvas.width / 2);
  half.height = Math.ceil(canvas.height / 2);
  half.getContext('2d')?.drawImage(canvas, 0, 0, half.width, half.height);
  return half;
}

async function encode(canvas: HTMLCanvasElement, { types }: FileRule, quality = 1): Promise<Blob> {
  const webp = types.includes('image/webp') && (await toBlob(canvas, 'image/webp', quality));
  // `toBlob` falls back to PNG for types that the browser cannot encode.
  return webp && webp.type === 'image/webp' ? webp : toBlob(canvas, 'image/jpeg', quality);
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

/** Returns a file that its rule accepts: a photo that is too large, or in HEIC, as a smaller one. Or why it is rejected. */
export async function fitFile(rule: FileRule, file: File): Promise<{ file: File } | { problem: string }> {
  const isLargePicture =
    rule.types.includes(file.type) && file.type.startsWith('image/') && file.size > rule.maxBytes;
  if (!isLargePicture && !isHeic(file)) {
    const problem = checkFile(rule, file);
    return problem ? { problem } : { file };
  }
  const drawn = await drawPicture(file);
  if ('problem' in drawn) return drawn;
  const blob = await encodePicture(drawn.canvas, rule);
  const name = file.name.replace(/(\.[^.]*)?$/, blob.type === 'image/webp' ? '.webp' : '.jpg');
  const smaller = new File([blob], name, { type: blob.type });
  const problem = checkFile(rule, smaller);
  return problem ? { problem } : { file: smaller };
}
