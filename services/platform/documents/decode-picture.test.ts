import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { encodePicture } from '#services/accounts/pictures/encode-picture.ts';
import { cleanDocument } from './clean-document.ts';
import { decodePicture, UnreadablePictureError } from './decode-picture.ts';

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0b6b5a' }, limitInputPixels: false })
    .png()
    .toBuffer();

// ASVS 15.2.2
it('decodes at most two uploads at once, of all kinds together, with one thread each', async () => {
  const data = await flat(1_200, 900);
  let running = 0;
  let most = 0;
  const measured = () =>
    decodePicture(data, async (picture) => {
      running += 1;
      most = Math.max(most, running);
      const { length } = await picture.resize(100).webp().toBuffer();
      running -= 1;
      return length;
    });
  let tasks = 0;
  const count = () => {
    tasks = Math.max(tasks, sharp.counters().process);
  };
  sharp.queue.on('change', count);
  const rule = { field: 'proof', maxBytes: 500_000 };
  const kinds = [
    measured,
    measured,
    () => encodePicture(data),
    () => cleanDocument({ contentType: 'image/jpeg', data }, rule),
  ];
  await Promise.all(Array.from({ length: 10 }, (_, turn) => kinds[turn % kinds.length]?.()));
  sharp.queue.off('change', count);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(2);
  expect(sharp.concurrency()).toBe(1);
});

// ASVS 5.2.1, 5.2.3
it('refuses a picture of over 25 megapixels by its header, without decoding it or waiting', async () => {
  const data = await flat(5_001, 5_000);
  // Only the header is left: decoding it would fail in another way.
  let isDecoded = false;
  const decode = decodePicture(data.subarray(0, 200), async () => {
    isDecoded = true;
  });
  await expect(decode).rejects.toBeInstanceOf(UnreadablePictureError);
  expect(isDecoded).toBe(false);
});

// ASVS 15.2.2
it('rejects uploads with a 503 when too many are queued', async () => {
  const data = await flat(40, 40);
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let rejected = 0;
  const results = Array.from({ length: 30 }, () =>
    decodePicture(data, () => gate).catch((error) => {
      expect(error).toMatchObject({ status: 503, retryAfterS: 2 });
      rejected += 1;
    }),
  );
  // Two run and 20 are queued until the gate opens.
  await vi.waitFor(() => expect(rejected).toBe(8));
  open();
  await Promise.all(results);
  expect(rejected).toBe(8);
});
