/** Width and height of a picture, in its own pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Which square of a picture is kept: its centre as parts of width and height, and how far it is zoomed in. */
export interface Crop {
  x: number;
  y: number;
  /** 1 keeps as much as a square can. */
  zoom: number;
}

/** The square in the middle, as large as it can be. */
export const defaultCrop: Crop = { x: 0.5, y: 0.5, zoom: 1 };
/** The closest look that still makes a good picture. */
export const maxZoom = 4;

/** The kept square in the picture's pixels. */
export function cropSquare(size: Size, crop: Crop): { left: number; top: number; side: number } {
  const { x, y, zoom } = withinEdges(size, crop);
  const side = Math.min(size.width, size.height) / zoom;
  return { left: x * size.width - side / 2, top: y * size.height - side / 2, side };
}

/** Moves the picture under the square, by parts of the square: a drag to the right shows more of the left. */
export function move(size: Size, crop: Crop, right: number, down: number): Crop {
  const { side } = cropSquare(size, crop);
  return withinEdges(size, {
    ...crop,
    x: crop.x - (right * side) / size.width,
    y: crop.y - (down * side) / size.height,
  });
}

/** Sets the zoom; the middle stays in the middle as far as the edges allow. */
export function zoomTo(size: Size, crop: Crop, zoom: number): Crop {
  return withinEdges(size, { ...crop, zoom });
}

/** Brings a point of the square (parts from its left and top) into the middle. */
export function centreOn(size: Size, crop: Crop, across: number, down: number): Crop {
  return move(size, crop, 0.5 - across, 0.5 - down);
}

/** The nearest crop that shows nothing beside the picture. */
function withinEdges(size: Size, crop: Crop): Crop {
  const zoom = clamp(crop.zoom, 1, maxZoom);
  const side = Math.min(size.width, size.height) / zoom;
  const [halfX, halfY] = [side / 2 / size.width, side / 2 / size.height];
  return { x: clamp(crop.x, halfX, 1 - halfX), y: clamp(crop.y, halfY, 1 - halfY), zoom };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
