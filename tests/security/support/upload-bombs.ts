import { deflateSync } from 'node:zlib';
import { type Bomb, flateRun, pictureBombs } from './picture-bombs.ts';

const mb = 1024 * 1024;

/** Returns a PDF of these numbered objects, each a body, with a table of references that readers rebuild. */
function pdfOf(objects: readonly (string | Buffer)[], trailer = '/Root 1 0 R'): Buffer {
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.flatMap((body, index) => [
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(body as string),
      Buffer.from('\nendobj\n'),
    ]),
    Buffer.from(`trailer<</Size ${objects.length + 1}${trailer}>>\nstartxref\n9\n%%EOF\n`),
  ]);
}

const catalog = '<</Type/Catalog/Pages 2 0 R>>';
const onePage = '<</Type/Pages/Kids[3 0 R]/Count 1>>';
const page = (more = '') => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 200]${more}>>`;
/** A readable page, followed by other objects. */
const withPage = (more: string, ...objects: readonly (string | Buffer)[]) =>
  pdfOf([catalog, onePage, page(more), ...objects]);

function stream(entries: string, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${data.length}>>stream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
}

const flate = (data: Buffer) => deflateSync(data, { level: 9 });
/** LZW of one repeated byte, in the codes of 9 to 12 bits that a decoder without the early change expects. */
function lzw(size: number): Buffer {
  let bits = '';
  let width = 9;
  let next = 258;
  const put = (code: number) => {
    bits += code.toString(2).padStart(width, '0');
  };
  put(256);
  put(49);
  for (let written = 1; written < size; next += 1) {
    if (next > 4_094) {
      put(256);
      next = 258;
      width = 9;
      put(49);
    }
    if (next + 1 >= 2 ** width && width < 12) width += 1;
    put(next);
    written += next - 256;
  }
  put(257);
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}
const runLength = (size: number) =>
  Buffer.concat([Buffer.alloc(2 * Math.ceil(size / 128), Buffer.from([129, 49])), Buffer.from([128])]);
const hex = (data: Buffer) => Buffer.from(`${data.toString('hex')}>`);

/** Streams of one repeated digit by each filter, and by filters inside each other. */
const filters: Record<string, (size: number) => { names: string; data: Buffer }> = {
  Flate: (size) => ({ names: '/FlateDecode', data: flateRun(size, 49) }),
  LZW: (size) => ({ names: '/LZWDecode', data: lzw(Math.min(size, 8 * mb)) }),
  'RunLength in Flate': (size) => ({
    names: '[/FlateDecode/RunLengthDecode]',
    data: flate(runLength(size)),
  }),
  'Flate in Flate': (size) => ({
    names: '[/FlateDecode/FlateDecode]',
    data: flate(flateRun(size, 49)),
  }),
  'Flate three times': (size) => ({
    names: '[/FlateDecode/FlateDecode/FlateDecode]',
    data: flate(flate(flateRun(size, 49))),
  }),
  'ASCIIHex in Flate': (size) => ({
    names: '[/FlateDecode/ASCIIHexDecode]',
    data: flateRun(size, 49),
  }),
  'spaces of ASCIIHex in Flate': (size) => ({
    names: '[/FlateDecode/ASCIIHexDecode]',
    data: flateRun(size, 32),
  }),
  'ASCII85 in Flate': (size) => ({
    names: '[/FlateDecode/ASCII85Decode]',
    data: flateRun(size, 122),
  }),
  'Flate in ASCIIHex': (size) => ({
    names: '[/ASCIIHexDecode/FlateDecode]',
    data: hex(flateRun(size, 49)),
  }),
  'many ASCIIHex': (size) => ({
    names: `[${'/ASCIIHexDecode'.repeat(Math.min(20_000, size / mb))}]`,
    data: Buffer.from('31>'),
  }),
};

const inflating = (): Bomb[] =>
  Object.entries(filters).flatMap(([name, encode]) =>
    [8, 16, 24, 64, 160].flatMap((megabytes) => {
      let encoded: ReturnType<typeof encode> | undefined;
      return ['ObjStm', 'Obj#53tm', 'XRef'].map((type) => {
        const entries = type === 'XRef' ? '/Size 9/W[1 2 1]/Root 1 0 R' : '/N 2/First 9';
        return {
          what: `${type} of ${megabytes} MB by ${name}`,
          make: () => {
            encoded ??= encode(megabytes * mb);
            return withPage('', stream(`/Type/${type}${entries}/Filter ${encoded.names}`, encoded.data));
          },
        };
      });
    }),
  );

const counts = [60_000, 200_000, 1_000_000, 2 ** 31 - 1, 2 ** 32, 1e15];
const counting = (): Bomb[] =>
  counts.flatMap((count) =>
    [
      { what: 'N', dict: `/Type/ObjStm/N ${count}/First 5` },
      { what: 'N of zeros', dict: `/Type/ObjStm/N ${count}/First 5`, data: '0 '.repeat(3 * mb) },
      { what: 'Size without widths', dict: `/Type/XRef/Size ${count}/W[0 0 0]/Root 1 0 R` },
      { what: 'Size', dict: `/Type/XRef/Size ${count}/W[1 2 1]/Root 1 0 R` },
      { what: 'Index', dict: `/Type/XRef/Size 9/Index[0 ${count}]/W[1 2 1]/Root 1 0 R` },
      { what: 'W', dict: `/Type/XRef/Size 9/W[1 ${count} 1]/Root 1 0 R` },
    ].map(({ what, dict, data = '1 0 2' }) => ({
      what: `${what} ${count}`,
      make: () => withPage('', stream(`${dict}/Filter/FlateDecode`, flate(Buffer.from(data)))),
    })),
  );

/** Contents of object streams that become far more objects in memory than they have bytes. */
const contents: Record<string, (size: number) => string> = {
  arrays: (size) => `[${'[]'.repeat(size / 2)}]`,
  dictionaries: (size) => `[${'<<>>'.repeat(size / 4)}]`,
  'nested arrays': (size) => '['.repeat(size),
  'nested dictionaries': (size) => '<</A'.repeat(size / 4),
  numbers: (size) => `[${'1 '.repeat(size / 2)}]`,
  references: (size) => `[${'1 0 R '.repeat(size / 6)}]`,
  names: (size) =>
    `[${Array.from({ length: size / 64 }, (_, index) => `/${'n'.repeat(56)}${index}`).join('')}]`,
  'escaped names': (size) => `/${'#41'.repeat(size / 3)}`,
  strings: (size) => `[${'()'.repeat(size / 2)}]`,
  'nested strings': (size) => '('.repeat(size),
  'hexadecimal strings': (size) => `<${'4'.repeat(size)}`,
  comments: (size) => '%\n'.repeat(size / 2),
};
const expanding = (): Bomb[] =>
  Object.entries(contents).flatMap(([name, write]) => [
    ...[mb, 3 * mb, 6 * mb, 12 * mb].map((size) => ({
      what: `an object stream of ${size / mb} MB of ${name}`,
      make: () =>
        withPage(
          '/Resources 9 0 R',
          stream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', flate(Buffer.from(`9 0 ${write(size)}`))),
        ),
    })),
    ...[1_000, 60_000, 400_000].map((size) => ({
      what: `${size} bytes of ${name} that the page refers to`,
      make: () => withPage('/Resources 4 0 R', write(size)),
    })),
  ]);

const repeated = (text: string, count: number) => text.repeat(count);
const nodes = (width: number, depth: number) =>
  Array.from(
    { length: depth },
    (_, level) => `<</Type/Pages/Count 1/Kids[${repeated(`${level + 3} 0 R `, width)}]>>`,
  );
const branching = (): Bomb[] => [
  ...[2_000, 20_000, 75_000].map((count) => ({
    what: `Kids that name one page ${count} times`,
    make: () => pdfOf([catalog, `<</Type/Pages/Count ${count}/Kids[${repeated('3 0 R ', count)}]>>`, page()]),
  })),
  ...[
    [2, 12],
    [2, 24],
    [10, 5],
    [10, 10],
    [100, 3],
    [1_000, 2],
    [1, 2_000],
    [1, 8_000],
    [3, 16],
    [5, 100],
  ].map(([width = 0, depth = 0]) => ({
    what: `a tree of pages, ${width} wide and ${depth} deep, whose nodes share their kids`,
    make: () => pdfOf([catalog, ...nodes(width, depth), page()]),
  })),
  ...[1, 2, 10, 1_000].map((count) => ({
    what: `Kids that name their own node ${count} times`,
    make: () => pdfOf([catalog, `<</Type/Pages/Count 1/Kids[${repeated('2 0 R ', count)}]>>`]),
  })),
  {
    what: 'a node of pages that is its own parent',
    make: () => pdfOf([catalog, '<</Type/Pages/Count 1/Parent 2 0 R/Kids[3 0 R]>>', page()]),
  },
];

/** Encryption that claims a great length or many rounds, without a password. */
const encrypting = (): Bomb[] =>
  [1, 2, 4, 5, 6, 99].flatMap((version) =>
    [128, 2 ** 31, 1e15].map((length) => ({
      what: `encryption ${version} with keys of ${length} bits`,
      make: () =>
        pdfOf(
          [
            ...[catalog, onePage, page()],
            `<</Filter/Standard/V ${version}/R ${version}/Length ${length}/P -1/O(${'o'.repeat(48)})/U(${'u'.repeat(48)})>>`,
          ],
          '/Root 1 0 R/Encrypt 4 0 R/ID[(a)(a)]',
        ),
    })),
  );

/** Damaged structure that a reader searches again from each place. */
const searching = (): Bomb[] =>
  [1_000, 4_000, 16_000].flatMap((count) =>
    Object.entries({
      'objects without an end': '1 0 obj\n<<\n',
      'empty objects': '9 0 obj endobj\n',
      'tables of references': 'xref\n0 1\n',
      'trailers of a file': 'trailer<<>>\n',
      'starts of a table': 'startxref\n1\n',
      'streams without an end': '9 0 obj<</Length 1>>stream\n',
      'ends of a file': '%%EOF\n',
      digits: '9 9 ',
    }).map(([what, text]) => ({
      what: `${count} ${what}`,
      make: () => Buffer.from(`%PDF-1.7\n${repeated(text, count)}\n%%EOF`),
    })),
  );

/** 500 files for the uploads of documents and pictures. */
export const uploadBombs: readonly Bomb[] = [
  ...[...inflating(), ...counting(), ...expanding(), ...branching(), ...encrypting(), ...searching()].map(
    ({ what, make }) => ({
      what: `a PDF: ${what}`,
      make,
    }),
  ),
  ...pictureBombs(),
];
