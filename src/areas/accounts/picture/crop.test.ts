import { describe, expect, it } from 'vitest';
import { centreOn, cropSquare, defaultCrop, maxZoom, move, zoomTo } from './crop.ts';

const wide = { width: 400, height: 200 };

describe('cropSquare', () => {
  it('returns the centre of a wide and of a tall picture', () => {
    expect(cropSquare(wide, defaultCrop)).toEqual({ left: 100, top: 0, side: 200 });
    expect(cropSquare({ width: 200, height: 400 }, defaultCrop)).toEqual({ left: 0, top: 100, side: 200 });
  });

  it('never exceeds the edges', () => {
    for (const crop of [
      { x: -3, y: 9, zoom: 0.1 },
      { x: 1, y: 1, zoom: 99 },
    ]) {
      const { left, top, side } = cropSquare(wide, crop);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(left + side).toBeLessThanOrEqual(wide.width);
      expect(top + side).toBeLessThanOrEqual(wide.height);
    }
  });
});

describe('move', () => {
  it('shows more of the left when dragged to the right', () => {
    expect(cropSquare(wide, move(wide, defaultCrop, 0.25, 0)).left).toBe(50);
  });

  it('stops at the edge without overshoot', () => {
    const atEdge = move(wide, defaultCrop, 5, 0);
    expect(cropSquare(wide, atEdge).left).toBe(0);
    expect(cropSquare(wide, move(wide, atEdge, -0.25, 0)).left).toBe(50);
  });
});

describe('zoomTo', () => {
  it('preserves the centre and clamps the zoom', () => {
    expect(cropSquare(wide, zoomTo(wide, defaultCrop, 2))).toEqual({ left: 150, top: 50, side: 100 });
    expect(zoomTo(wide, defaultCrop, 99).zoom).toBe(maxZoom);
    expect(zoomTo(wide, defaultCrop, 0).zoom).toBe(1);
  });

  it('moves inwards when zooming out at an edge', () => {
    const corner = move(wide, zoomTo(wide, defaultCrop, 4), 9, 9);
    expect(cropSquare(wide, zoomTo(wide, corner, 1))).toEqual({ left: 0, top: 0, side: 200 });
  });
});

describe('centreOn', () => {
  it('centres the clicked point', () => {
    const near = zoomTo(wide, defaultCrop, 2);
    expect(cropSquare(wide, centreOn(wide, near, 1, 0.5)).left).toBe(200);
    expect(centreOn(wide, near, 0.5, 0.5)).toEqual(near);
  });
});
