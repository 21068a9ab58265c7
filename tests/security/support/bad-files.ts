import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { pdf } from '#tests/support/money/certificates.ts';
import { programFiles } from './bad-pdfs.ts';

/** A file that no upload may accept. */
export interface BadFile {
  what: string;
  data: Buffer;
  /** As claimed by the sender. */
  name?: string;
}

const markup = '<script>alert(document.cookie)</script>';
const vector = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${markup}</svg>`;

/** First bytes of formats (signatures of files), each followed by a script. */
const signatures: Record<string, string> = {
  GIF: 'GIF89a',
  'GIF as a comment': 'GIF89a/*',
  BMP: 'BM',
  ICO: '\0\0\x01\0',
  TIFF: 'II*\0',
  PSD: '8BPS',
  'JPEG 2000': '\0\0\0\x0cjP  \r\n\x87\n',
  HEIC: '\0\0\0\x18ftypheic',
  AVIF: '\0\0\0\x1cftypavif',
  MP4: '\0\0\0\x18ftypmp42',
  OGG: 'OggS',
  MP3: 'ID3',
  RIFF: 'RIFF\x10\0\0\0WAVE',
  ZIP: 'PK\x03\x04',
  RAR: 'Rar!\x1a\x07\0',
  '7z': '7z\xbc\xaf\x27\x1c',
  GZIP: '\x1f\x8b\x08',
  'program of Windows': 'MZ\x90\0',
  'program of Linux': '\x7fELF',
  'Java class': '\xca\xfe\xba\xbe',
  'shell script': '#!/bin/sh\n\0',
  PostScript: '%!PS-Adobe-3.0\n\0',
  RTF: '{\\rtf1\0',
  'old Word': '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
  WebAssembly: '\0asm',
  SQLite: 'SQLite format 3\0',
  Flash: 'CWS',
  PNG: '\x89PNG\r\n\x1a\n',
  JPEG: '\xff\xd8\xff\xe0',
  WebP: 'RIFF\x20\0\0\0WEBPVP8 ',
  PDF: '%PDF-1.7\n\0',
};

/** One chunk of a PNG. */
export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(data: Buffer): number {
  let sum = ~0;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  return ~sum >>> 0;
}

/** A PNG whose header claims this size. */
function claimedPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from(signatures.PNG ?? '', 'latin1');
  const rows = deflateSync(Buffer.alloc(1_000));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG whose frame header claims this size. */
function claimedJpeg(jpeg: Buffer, width: number, height: number): Buffer {
  const data = Buffer.from(jpeg);
  const at = data.indexOf(Buffer.from([0xff, 0xc0]));
  data.writeUInt16BE(height, at + 5);
  data.writeUInt16BE(width, at + 7);
  return data;
}

const sizes: [width: number, height: number][] = [
  [5_001, 5_000],
  [30_000, 30_000],
  [60_000, 500],
  [500, 60_000],
  [65_000, 65_000],
  [0, 10],
  [10, 0],
];

/** Cuts of a file at equal distances, the last at nine tenths. */
function cuts(what: string, data: Buffer, count: number): BadFile[] {
  return Array.from({ length: count }, (_, index) => {
    const length = Math.floor(((index + 1) / count) * 0.9 * data.length);
    return { what: `${what}, cut after ${length} bytes`, data: data.subarray(0, length) };
  });
}

const names = [
  '../../etc/passwd.png',
  '..\\..\\x.pdf',
  '/etc/cron.d/x',
  'x.png\0.php',
  '.htaccess',
  'a\r\nX: b.png',
  `${'n'.repeat(300)}.png`,
  'shell.php',
  'con.pdf',
  '\u202egnp.exe',
];

/** Returns files that no upload of the product may accept, made in code. */
export async function badFiles(): Promise<BadFile[]> {
  const noise = sharp({
    create: {
      width: 120,
      height: 90,
      channels: 3,
      background: '#0b6b5a',
      noise: { type: 'gaussian', mean: 90, sigma: 40 },
    },
  });
  const as = (format: (picture: Sharp) => Sharp) => format(noise.clone()).toBuffer();
  const [png, jpeg, webp] = await Promise.all([
    as((picture) => picture.png()),
    as((picture) => picture.jpeg()),
    as((picture) => picture.webp()),
  ]);
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  return [
    ...cuts('a PNG', png, 40),
    ...cuts('a JPEG', jpeg, 40),
    ...cuts('a WebP', webp, 25),
    ...cuts('a PDF', pdf(), 25),
    ...Object.entries(signatures).map(([what, bytes]) => ({
      what: `a script that begins like ${what}`,
      data: latin1(`${bytes}${markup}`),
    })),
    ...sizes.map(([width, height]) => ({
      what: `a PNG that claims ${width} × ${height}`,
      data: claimedPng(width, height),
    })),
    ...sizes.map(([width, height]) => ({
      what: `a JPEG that claims ${width} × ${height}`,
      data: claimedJpeg(jpeg, width, height),
    })),
    ...[
      vector,
      `\ufeff${vector}`,
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${vector}`,
    ].map((text, index) => ({ what: `an SVG with a script (${index})`, data: Buffer.from(`${text}\0`) })),
    ...names.map((name) => ({
      what: `a script named ${JSON.stringify(name).slice(0, 40)}`,
      data: latin1(`${markup}\0`),
      name,
    })),
    { what: 'nothing', data: Buffer.alloc(0) },
    { what: 'zeros', data: Buffer.alloc(2_000) },
    ...(await programFiles()),
  ];
}
