import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { chunk } from './bad-files.ts';

/** A small file that costs memory or processor time out of all proportion, or claims to. */
export interface Bomb {
  what: string;
  make(): Buffer | Promise<Buffer>;
}

const mb = 1024 * 1024;
const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const runs: Record<string, Buffer> = {};
/** Returns a byte repeated so often, deflated. Bombs share it: the largest take a second. */
export function flateRun(size: number, byte: number): Buffer {
  const key = `${size} ${byte}`;
  runs[key] ??= deflateSync(Buffer.alloc(size, byte), { level: 9 });
  return runs[key];
}

interface Header {
  width: number;
  height: number;
  depth?: number;
  /** 2: RGB, 3: palette, 6: RGB with alpha. */
  colour?: number;
  isInterlaced?: boolean;
}

/** A PNG with this header, these chunks, and this many bytes of zeros as its rows. */
function png(
  { width, height, depth = 8, colour = 2, isInterlaced = false }: Header,
  rows: number,
  ...chunks: Buffer[]
) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, isInterlaced ? 1 : 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...chunks,
    chunk('IDAT', flateRun(rows, 0)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const sizes: Header[] = [
  { width: 5_000, height: 5_000 },
  { width: 1, height: 25_000_000 },
  { width: 25_000_000, height: 1 },
  { width: 65_535, height: 381 },
  { width: 65_535, height: 65_535 },
  { width: 2 ** 31 - 1, height: 2 ** 31 - 1 },
  { width: 2 ** 31 - 1, height: 1 },
];

const pngs = (): Bomb[] => [
  ...sizes.flatMap(({ width, height }) =>
    [8, 16].flatMap((depth) =>
      [2, 6].flatMap((colour) =>
        [false, true].map((isInterlaced) => ({
          what: `a PNG of ${width} × ${height}, ${depth} bits, colour ${colour}${isInterlaced ? ', interlaced' : ''}`,
          make: () => png({ width, height, depth, colour, isInterlaced }, 32 * mb),
        })),
      ),
    ),
  ),
  ...[1, 16, 100, 400].flatMap((size) =>
    (['zTXt', 'iCCP', 'iTXt'] as const).map((type) => {
      const start = type === 'iTXt' ? 'a\0\x01\0\0\0' : 'a\0\0';
      return {
        what: `a PNG whose ${type} inflates to ${size} MB`,
        make: () => {
          const packed = flateRun(size * mb, 65);
          const body = Buffer.concat([Buffer.from(start, 'latin1'), packed]);
          return png({ width: 10, height: 10 }, 310, chunk(type, body));
        },
      };
    }),
  ),
  ...[1_000, 10_000, 30_000].flatMap((count) =>
    ['tEXt', 'zTXt', 'PLTE', 'IDAT', 'abCd', 'fcTL'].map((type) => ({
      what: `a PNG of ${count} chunks ${type}`,
      make: () =>
        png({ width: 10, height: 10 }, 310, ...Array<Buffer>(count).fill(chunk(type, Buffer.from('a\0b')))),
    })),
  ),
];

/** A JPEG whose scans are repeated: each pass goes over all of its coefficients. */
function repeatScans(jpeg: Buffer, count: number): Buffer {
  const first = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(first, jpeg.length - 2);
  const fitting = Math.min(count, Math.floor((500_000 - jpeg.length) / scan.length));
  return Buffer.concat([
    jpeg.subarray(0, first),
    ...Array<Buffer>(Math.max(1, fitting)).fill(scan),
    jpeg.subarray(-2),
  ]);
}

function withSize(jpeg: Buffer, width: number, height: number): Buffer {
  const data = Buffer.from(jpeg);
  const frame = Math.max(data.indexOf(Buffer.from([0xff, 0xc0])), data.indexOf(Buffer.from([0xff, 0xc2])));
  data.writeUInt16BE(height, frame + 5);
  data.writeUInt16BE(width, frame + 7);
  return data;
}

const segment = (marker: number, size: number) =>
  Buffer.concat([Buffer.from([0xff, marker, size >> 8, size & 255]), Buffer.alloc(size - 2, 65)]);
const afterStart = (jpeg: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

/** EXIF whose directory of tags names itself as the next one, and as its own part. */
function circularExif(): Buffer {
  const tiff = Buffer.from(
    '4d4d002a00000008' +
      '0002' +
      '8769000400000001' +
      '00000008' +
      '0112000300000001' +
      '00060000' +
      '00000008',
    'hex',
  );
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  return Buffer.concat([Buffer.from([0xff, 0xe1, 0, body.length + 2]), body]);
}

const tiny = () => sharp({ create: { width: 10, height: 10, channels: 3, background: '#0b6b5a' } });

const jpegs = (): Bomb[] =>
  ['baseline', 'progressive'].flatMap((kind) => {
    const jpeg = () =>
      tiny()
        .jpeg({ progressive: kind === 'progressive' })
        .toBuffer();
    return [
      ...(
        [
          [5_000, 5_000],
          [65_000, 384],
          [384, 65_000],
          [65_000, 65_000],
        ] as const
      ).flatMap(([width, height]) =>
        [1, 100, 1_000, 5_000, 20_000].map((count) => ({
          what: `a ${kind} JPEG of ${width} × ${height} with its last scan ${count} times`,
          make: async () => repeatScans(withSize(await jpeg(), width, height), count),
        })),
      ),
      ...[0xe1, 0xe2, 0xed, 0xee, 0xfe, 0xdb, 0xc4].flatMap((marker) =>
        (
          [
            [60_000, 8],
            [20, 15_000],
          ] as const
        ).map(([size, count]) => ({
          what: `a ${kind} JPEG with ${count} segments ${marker.toString(16)}`,
          make: async () => afterStart(await jpeg(), ...Array<Buffer>(count).fill(segment(marker, size))),
        })),
      ),
      {
        what: `a ${kind} JPEG with circular EXIF`,
        make: async () => afterStart(await jpeg(), circularExif()),
      },
    ];
  });

/** A WebP as an extended file that claims a canvas and has the same frame many times. */
function animated(webp: Buffer, side: number, count: number): Buffer {
  const frame = webp.subarray(12);
  const part = (type: string, body: Buffer) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
  };
  const canvas = Buffer.alloc(10);
  canvas[0] = 2;
  canvas.writeUIntLE(side - 1, 4, 3);
  canvas.writeUIntLE(side - 1, 7, 3);
  const place = Buffer.alloc(16);
  place.writeUIntLE(9, 6, 3);
  place.writeUIntLE(9, 9, 3);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    part('VP8X', canvas),
    part('ANIM', Buffer.alloc(6)),
    ...Array<Buffer>(count).fill(part('ANMF', Buffer.concat([place, frame]))),
  ]);
  return part('RIFF', body);
}

const flat = (channels: 3 | 4) =>
  sharp({
    create: { width: 5_000, height: 5_000, channels, background: { r: 1, g: 100, b: 50, alpha: 0.5 } },
  });
const progressive = () => flat(3).jpeg({ progressive: true, chromaSubsampling: '4:4:4', quality: 40 });
const large: Record<string, () => Sharp> = {
  'a progressive JPEG': progressive,
  'a turned progressive JPEG': () => progressive().withMetadata({ orientation: 6 }),
  'a turned JPEG': () => flat(3).jpeg({ quality: 40 }).withMetadata({ orientation: 6 }),
  'a WebP with alpha': () => flat(4).webp({ quality: 20, effort: 0 }),
  'a lossless WebP': () => flat(4).webp({ lossless: true, effort: 0 }),
};

/** Returns pictures that cost much to decode, or claim to. */
export const pictureBombs = (): Bomb[] => [
  ...Object.entries(large).map(([what, picture]) => ({
    what: `${what} of 25 megapixels`,
    make: () => picture().toBuffer(),
  })),
  ...pngs(),
  ...jpegs(),
  ...[10, 5_000, 16_384].flatMap((side) =>
    [1, 100, 4_000].map((count) => ({
      what: `a WebP of ${side} × ${side} with ${count} frames`,
      make: async () => animated(await tiny().webp().toBuffer(), side, count),
    })),
  ),
];
