import { profilePictureFile } from '#contracts/accounts/person.ts';
import { encodePicture } from '../../../browser/shrink-picture.ts';

/** Width and height of a picture in pixels. */
interface Size {
  width: number;
  height: number;
}

/** A square part of a picture: its centre as fractions of width and height, and the zoom factor. */
export interface Crop {
  x: number;
  y: number;
  /** 1 is the largest square. */
  zoom: number;
}

/** The largest centred square. */
export const defaultCrop: Crop = { x: 0.5, y: 0.5, zoom: 1 };
/** Higher zoom factors would make the picture blurred. */
export const maxZoom = 4;

/**
 * Returns the cropped square in pixels of the picture.
 * @internal Exported for its test.
 */
export function cropSquare(size: Size, crop: Crop): { left: number; top: number; side: number } {
  const { x, y, zoom } = withinEdges(size, crop);
  const side = Math.min(size.width, size.height) / zoom;
  return { left: x * size.width - side / 2, top: y * size.height - side / 2, side };
}

/** Moves the picture under the crop, in fractions of the square; positive `right` shows more of the left. */
export function move(size: Size, crop: Crop, right: number, down: number): Crop {
  const { side } = cropSquare(size, crop);
  return withinEdges(size, {
    ...crop,
    x: crop.x - (right * side) / size.width,
    y: crop.y - (down * side) / size.height,
  });
}

/** Sets the zoom around the centre, as far as the edges allow. */
export function zoomTo(size: Size, crop: Crop, zoom: number): Crop {
  return withinEdges(size, { ...crop, zoom });
}

/** Centres a point of the square, given as fractions from its left and top. */
export function centreOn(size: Size, crop: Crop, across: number, down: number): Crop {
  return move(size, crop, 0.5 - across, 0.5 - down);
}

/** Returns the nearest crop within the edges of the picture. */
function withinEdges(size: Size, crop: Crop): Crop {
  const zoom = clamp(crop.zoom, 1, maxZoom);
  const side = Math.min(size.width, size.height) / zoom;
  const [halfX, halfY] = [side / 2 / size.width, side / 2 / size.height];
  return { x: clamp(crop.x, halfX, 1 - halfX), y: clamp(crop.y, halfY, 1 - halfY), zoom };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

const maxSidePx = 512;
/** Of a picture that is sent; the server accepts more (specification section 5) and stores less. */
const sentBytes = 200_000;

/** Draws the cropped square over the whole canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: HTMLCanvasElement, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { left, top, side } = cropSquare(picture, crop);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** Returns the cropped square as a file of at most 200 kB and 512 px. */
export function cropPicture(picture: HTMLCanvasElement, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const { side } = cropSquare(picture, crop);
  canvas.width = canvas.height = Math.max(1, Math.min(maxSidePx, Math.round(side)));
  drawCrop(canvas, picture, crop);
  return encodePicture(canvas, { ...profilePictureFile, maxBytes: sentBytes });
}
