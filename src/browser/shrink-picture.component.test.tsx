import { expect, it } from 'vitest';
import { profilePictureFile } from '#contracts/accounts/person.ts';
import { certificateFile } from '#contracts/enrolments/enrolments.ts';
import { drawPicture, encodePicture, fitFile } from './shrink-picture.ts';

/** EXIF that says that a camera was held upright: its picture is rotated by 90° clockwise. */
const upright = [
  0xff, 0xe1, 0x00, 0x22, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0,
  3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
];

/** A photo of 12 megapixels as a phone takes it: left half red, right half noise. */
async function photo(): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = 4_000;
  canvas.height = 3_000;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.fillStyle = '#f00';
  context.fillRect(0, 0, 2_000, 3_000);
  const noise = context.createImageData(500, 500);
  for (let at = 0; at < noise.data.length; at += 65_536)
    crypto.getRandomValues(noise.data.subarray(at, at + 65_536));
  for (let x = 2_000; x < 4_000; x += 500)
    for (let y = 0; y < 3_000; y += 500) context.putImageData(noise, x, y);
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  const bytes = new Uint8Array((await jpeg?.arrayBuffer()) ?? []);
  const parts = [bytes.slice(0, 2), new Uint8Array(upright), bytes.slice(2)];
  return new File(parts, 'IMG_0001.jpeg', { type: 'image/jpeg' });
}

const text = async (file: File) => new TextDecoder('latin1').decode(await file.arrayBuffer());

it('draws a photo at most 1,600 px long, the way up in which it was taken', async () => {
  const drawn = await drawPicture(await photo());
  if ('problem' in drawn) throw new Error(drawn.problem);
  const { canvas } = drawn;
  expect([canvas.width, canvas.height]).toEqual([1_200, 1_600]);
  const [red = 0, green = 0, blue = 0] = canvas.getContext('2d')?.getImageData(600, 100, 1, 1).data ?? [];
  expect(red).toBeGreaterThan(200);
  expect(green + blue).toBeLessThan(60);
});

it.each([
  [certificateFile, 'IMG_0001.jpg', 'image/jpeg'],
  [profilePictureFile, 'IMG_0001.webp', 'image/webp'],
])('makes a photo of a camera fit the rule of $field, without metadata', async (rule, name, type) => {
  const file = await photo();
  expect(file.size).toBeGreaterThan(rule.maxBytes);
  expect(await text(file)).toContain('Exif');
  const fitted = await fitFile(rule, file);
  if ('problem' in fitted) throw new Error(fitted.problem);
  expect(fitted.file).toMatchObject({ name, type });
  expect(fitted.file.size).toBeLessThanOrEqual(rule.maxBytes);
  expect(await text(fitted.file)).not.toContain('Exif');
});

it('makes a picture smaller that no quality makes light enough', async () => {
  const drawn = await drawPicture(await photo());
  if ('problem' in drawn) throw new Error(drawn.problem);
  const blob = await encodePicture(drawn.canvas, { ...profilePictureFile, maxBytes: 20_000 });
  expect(blob.size).toBeLessThanOrEqual(20_000);
  const { width, height } = await createImageBitmap(blob);
  expect(width).toBeLessThan(drawn.canvas.width);
  expect(width / height).toBeCloseTo(0.75, 1);
});

it('keeps a file within the limit, and rejects what it cannot make smaller', async () => {
  const resultOf = (content: BlobPart, name: string, type: string) =>
    fitFile(certificateFile, new File([content], name, { type }));
  const small = new File(['%PDF-1.7'], 'done.pdf', { type: 'application/pdf' });
  expect(await fitFile(certificateFile, small)).toEqual({ file: small });
  const large = new Uint8Array(certificateFile.maxBytes + 1);
  expect(await resultOf(large, 'long.pdf', 'application/pdf')).toEqual({ problem: certificateFile.tooLarge });
  expect(await resultOf(large, 'broken.png', 'image/png')).toEqual({
    problem: 'We cannot read this picture. Please choose another one.',
  });
  expect(await resultOf('text', 'notes.txt', 'text/plain')).toEqual({ problem: certificateFile.wrongType });
  for (const type of ['image/heic', ''])
    expect(await resultOf('heic', 'IMG_0001.HEIC', type)).toEqual({
      problem: 'Your browser cannot read HEIC pictures. Please choose a JPEG or PNG picture.',
    });
});
