import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { onboard } from '#contracts/accounts/accounts.ts';
import { profilePictureFile } from '#contracts/accounts/person.ts';
import { signIn } from '#contracts/accounts/sign-in.ts';
import { getDashboard, type LearnerDashboardSchema } from '#contracts/dashboard/dashboard.ts';
import { join, picture, signUpBody } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product?.close());

const { maxBytes, tooLarge, wrongType, missing } = profilePictureFile;
const unreadable = 'This file cannot be read.';

function flat(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#0b6b5a' }, limitInputPixels: false });
}

/** Signs up with these bytes as the picture, under the given file name and content type. */
async function signUpWith(data: Buffer, name = 'me.png', type = 'image/png') {
  const body = signUpBody('learner');
  const form = new FormData();
  for (const [key, value] of Object.entries(body)) form.append(key, value);
  form.append('profilePicture', new File([new Uint8Array(data)], name, { type }));
  const response = await fetch(`${product.url}/api/user/onboard`, { method: 'POST', body: form });
  return { status: response.status, body: await response.json(), email: body.email };
}

async function storedPicture(email: string): Promise<{ content_type: string; data: Buffer }> {
  const [row] = await product.db.query(
    'SELECT p.content_type, p.data FROM profile_pictures p JOIN users u ON u.id = p.user_id WHERE u.email = $1',
    [email],
  );
  return row;
}

/** Returns a valid picture padded to exactly this many bytes: decoders ignore trailing data. */
async function pictureOf(bytes: number): Promise<Buffer> {
  const png = await flat(300, 300).png().toBuffer();
  return Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
}

describe('the size of a profile picture', () => {
  it.each([maxBytes - 1, maxBytes])('of %d bytes is accepted', async (bytes) => {
    expect((await signUpWith(await pictureOf(bytes))).status).toBe(201);
  });

  // ASVS 5.2.1
  it('of one byte more is rejected with the specified message', async () => {
    expect(maxBytes).toBe(512_000);
    const { status, body } = await signUpWith(await pictureOf(maxBytes + 1));
    expect([status, body]).toEqual([413, { message: tooLarge, errors: { profilePicture: tooLarge } }]);
  });
});

describe('the content of a profile picture', () => {
  // ASVS 1.3.4, 5.2.2
  it.each([
    ['text called .png', Buffer.from('hello, I am a picture'), 415, wrongType],
    ['HTML called .png', Buffer.from('<!doctype html><script>alert(1)</script>'), 415, wrongType],
    [
      'an SVG with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      415,
      wrongType,
    ],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'), 415, wrongType],
    ['nothing at all', Buffer.alloc(0), 415, wrongType],
    [
      'only the first bytes of a PNG',
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      422,
      unreadable,
    ],
    ['only the first bytes of a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 422, unreadable],
  ])('that is %s is rejected', async (_, data, status, message) => {
    const response = await signUpWith(data);
    expect([response.status, response.body]).toEqual([
      status,
      { message, errors: { profilePicture: message } },
    ]);
  });

  // ASVS 5.2.2
  it('of an unsupported type is rejected, whatever its file name', async () => {
    for (const data of [await flat(20, 20).gif().toBuffer(), await flat(20, 20).tiff().toBuffer()])
      expect((await signUpWith(data)).body.message).toBe(wrongType);
  });

  it('that is truncated is rejected', async () => {
    const noise = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
      .png()
      .toBuffer();
    expect((await signUpWith(noise.subarray(0, noise.length / 2))).body.message).toBe(unreadable);
  });

  // ASVS 5.2.1
  it('of 25 megapixels is accepted and of 26 is rejected', async () => {
    const fits = await flat(5_000, 5_000).png({ compressionLevel: 3 }).toBuffer();
    expect((await signUpWith(fits)).status).toBe(201);
    const tooBig = await flat(6_500, 4_000).png({ compressionLevel: 3 }).toBuffer();
    expect(await signUpWith(tooBig)).toMatchObject({ status: 422, body: { message: unreadable } });
  });

  it('is required', async () => {
    const response = await callApi(product.url, onboard, { body: signUpBody('learner') });
    expect([response.status, response.body.errors]).toEqual([422, { profilePicture: missing }]);
  });

  it('is a single file in the expected field', async () => {
    for (const names of [['profilePicture', 'profilePicture'], ['profilePicture', 'second'], ['other']]) {
      const form = new FormData();
      for (const [key, value] of Object.entries(signUpBody('learner'))) form.append(key, value);
      for (const name of names) form.append(name, await picture(), 'me.png');
      const response = await fetch(`${product.url}/api/user/onboard`, { method: 'POST', body: form });
      expect([names, response.status, (await response.json()).errors]).toEqual([
        names,
        422,
        { profilePicture: 'Please send one file only.' },
      ]);
    }
  });

  // ASVS 2.3.3
  it('creates no account when it is rejected', async () => {
    const { email } = await signUpWith(Buffer.from('text'));
    expect(await product.db.query('SELECT 1 FROM users WHERE email = $1', [email])).toEqual([]);
  });
});

describe('a stored picture', () => {
  it('is small and has no EXIF metadata', async () => {
    const photo = await flat(1_200, 800)
      .jpeg()
      .withExif({
        IFD0: { ImageDescription: 'canary-of-the-camera', Artist: 'canary-of-the-owner' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '6/1 27/1 0/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '3/1 23/1 0/1',
        },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>canary-of-xmp</rdf></x:xmpmeta>')
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    expect(photo.includes('canary-of-xmp')).toBe(true);
    const { email, status } = await signUpWith(photo, '../../etc/passwd', 'text/html');
    expect(status).toBe(201);
    const stored = await storedPicture(email);
    const metadata = await sharp(stored.data).metadata();
    expect(stored.content_type).toBe('image/webp');
    expect(metadata).toMatchObject({ format: 'webp', width: 256, height: 256 });
    for (const part of ['exif', 'xmp', 'iptc', 'icc'] as const) expect(metadata[part]).toBeUndefined();
    for (const canary of ['canary', 'GPS', 'Exif']) expect(stored.data.includes(canary)).toBe(false);
  });

  // ASVS 5.2.2
  it('contains no data appended to the upload', async () => {
    const png = await flat(300, 300).png().toBuffer();
    const { email, status } = await signUpWith(
      Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]),
    );
    expect(status).toBe(201);
    expect((await storedPicture(email)).data.includes('script')).toBe(false);
  });

  it('is rotated by its EXIF orientation', async () => {
    const left = await flat(40, 80).jpeg().toBuffer();
    const photo = await sharp({ create: { width: 120, height: 80, channels: 3, background: '#ffffff' } })
      .composite([{ input: left, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { email } = await signUpWith(photo);
    const { width, height } = await sharp((await storedPicture(email)).data).metadata();
    expect([width, height]).toEqual([80, 120]);
  });

  it.each(['png', 'jpeg', 'webp'] as const)('may come as %s', async (format) => {
    expect((await signUpWith(await flat(64, 64).toFormat(format).toBuffer())).status).toBe(201);
  });

  it('is the first frame of an animated one', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((background) =>
        sharp({ create: { width: 64, height: 64, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animated = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    const { email } = await signUpWith(animated);
    const stored = sharp((await storedPicture(email)).data);
    expect((await stored.metadata()).pages ?? 1).toBe(1);
    expect((await stored.stats()).dominant.r).toBeGreaterThan(200);
  });
});

describe('the address of a picture', () => {
  async function address(): Promise<string> {
    const { token } = await join(product.url, 'learner');
    const { body } = await callApi(product.url, getDashboard, {}, token);
    const { profilePicture } = (body as unknown as z.output<typeof LearnerDashboardSchema>).userDetails;
    return profilePicture?.url ?? '';
  }

  it('serves the picture for the complete address, cacheable for five minutes', async () => {
    const response = await fetch(product.url + (await address()));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).format).toBe('webp');
  });

  it('responds with 404 for an incomplete address', async () => {
    const url = new URL(await address(), product.url);
    const key = url.searchParams.get('v') ?? '';
    const id = url.pathname.split('/')[3];
    const other = new URL(await address(), product.url).searchParams.get('v');
    const gets = [
      ...[other, key.slice(0, -1), `${key}x`, key.toUpperCase(), "' OR '1'='1"].map(
        (v) => `/api/user/${id}/picture?v=${v}`,
      ),
      ...['1', 'me', crypto.randomUUID(), '%00', '..%2f..', `${id}%00`, 'x'.repeat(5_000)].map(
        (wrong) => `/api/user/${wrong}/picture?v=${key}`,
      ),
    ];
    for (const path of gets) {
      const response = await fetch(product.url + path);
      expect([path, response.status, await response.json()]).toEqual([path, 404, { message: 'Not found.' }]);
    }
  });
});

it('lets its owner sign in', async () => {
  const { email } = await signUpWith(await pictureOf(20_000));
  const { status } = await callApi(product.url, signIn, {
    body: { email, password: 'correct horse battery' },
  });
  expect(status).toBe(200);
});
