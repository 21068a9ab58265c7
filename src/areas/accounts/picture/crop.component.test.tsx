import { expect, it } from 'vitest';
import { cropPicture, defaultCrop } from './crop.ts';

it('sends at most 200 kB, whatever the picture shows', async () => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 512;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const noise = context.createImageData(512, 512);
  for (let at = 0; at < noise.data.length; at += 65_536)
    crypto.getRandomValues(noise.data.subarray(at, at + 65_536));
  for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255;
  context.putImageData(noise, 0, 0);
  const { size } = await cropPicture(canvas, defaultCrop);
  expect(size).toBeGreaterThan(20_000);
  expect(size).toBeLessThanOrEqual(200_000);
});
