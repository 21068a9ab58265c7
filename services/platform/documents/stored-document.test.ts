import { PDFDocument, PDFName, PDFRawStream, PDFString } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { extractText, getMeta } from 'unpdf';
import { expect, it } from 'vitest';
import { pdf } from '#tests/support/money/certificates.ts';
import { cleanDocument } from './stored-document.ts';

const rule = { field: 'proof', maxBytes: 524_288 };
const clean = (words: string) =>
  cleanDocument({ contentType: 'application/pdf', data: pdf(words) }, rule, 'ada');

// ASVS 1.3.5
it.each(['/JavaScript', '/J#61vaScript', '/#4caunch', '/Embedded#46ile'])(
  'rejects a PDF with %s in any spelling of the name',
  async (name) => {
    await expect(clean(name)).rejects.toMatchObject({ status: 422 });
  },
);

it.each(['50 # of 100', '#zz and #4', 'JavaScript for beginners'])(
  'accepts a PDF with the text %j',
  async (words) => {
    expect((await clean(words)).data.includes(`(${words}) Tj`)).toBe(true);
  },
);

const author = 'Canary Sponsor';

/** Returns a page by a named author: document information, XMP, an earlier revision, a comment and a signature. */
async function authored(): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  const { context } = document;
  document.setAuthor(author);
  document.setSubject(author);
  const xmp = context.stream(`<x:xmpmeta><dc:creator>${author}</dc:creator></x:xmpmeta>`, {
    Type: 'Metadata',
  });
  document.catalog.set(PDFName.of('Metadata'), context.register(xmp));
  const page = document.addPage([420, 200]);
  page.drawText('Receipt 7', { x: 40, y: 100 });
  page.node.set(PDFName.of('PieceInfo'), context.obj({ Word: { Private: PDFString.of(author) } }));
  const rectangle = { Type: 'Annot', Rect: [0, 0, 10, 10] };
  const comment = { ...rectangle, Subtype: 'Text', T: PDFString.of(author), Contents: PDFString.of('Paid') };
  const signature = context.register(context.obj({ Type: 'Sig', Name: PDFString.of(author) }));
  const signed = { ...rectangle, Subtype: 'Widget', FT: 'Sig', V: signature };
  page.node.set(PDFName.of('Annots'), context.obj([comment, signed]));
  return document;
}

const cleanBytes = async (data: Uint8Array) =>
  (await cleanDocument({ contentType: 'application/pdf', data: Buffer.from(data) }, rule, 'ada')).data;

/** Returns the text of all objects of a PDF, decompressed. */
async function objectsOf(data: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(data, { updateMetadata: false });
  return context
    .enumerateIndirectObjects()
    .map(([, object]) => (object instanceof PDFRawStream ? object.dict : object).toString())
    .join('\n');
}

it('removes author, XMP, comments’ and signers’ names from a PDF, and keeps its text', async () => {
  const document = await authored();
  const original = await document.save({ useObjectStreams: false });
  expect(await objectsOf(original)).toContain('/PieceInfo');
  const cleaned = await cleanBytes(original);
  const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
  for (const text of [cleaned.toString('latin1'), await objectsOf(cleaned)]) {
    expect(text).not.toContain(author);
    expect(text).not.toContain(hex(author));
  }
  const { info, metadata } = await getMeta(new Uint8Array(cleaned));
  expect([info.Author, info.Producer, info.CreationDate, metadata]).toEqual([
    undefined,
    undefined,
    undefined,
    {},
  ]);
  expect((await extractText(new Uint8Array(cleaned), { mergePages: true })).text).toBe('Receipt 7');
});

it('rejects a PDF that needs a password, and opens one that only restricts what readers may do', async () => {
  const locked = await authored();
  locked.encrypt({ userPassword: 'secret', ownerPassword: 'secret' });
  await expect(cleanBytes(await locked.save())).rejects.toMatchObject({
    status: 422,
    message: expect.stringMatching(/^This PDF is protected by a password/),
  });
  const restricted = await authored();
  restricted.encrypt({ userPassword: '', ownerPassword: 'secret' });
  const cleaned = new Uint8Array(await cleanBytes(await restricted.save()));
  expect((await extractText(cleaned, { mergePages: true })).text).toBe('Receipt 7');
});

it.each([
  ['without pages', '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'],
  ['without objects', '%PDF-1.7\nnothing here\n%%EOF'],
  ['that ends early', `${pdf().toString('latin1').slice(0, 200)}\n%%EOF`],
])('rejects a PDF %s', async (_, text) => {
  await expect(cleanBytes(Buffer.from(text, 'latin1'))).rejects.toMatchObject({
    status: 422,
    message: 'This file cannot be read.',
  });
});

/** Returns a page with an annotation whose action is an object of its own. */
async function withAction(action: Record<string, string | PDFString>, annotation = {}): Promise<PDFDocument> {
  const document = await authored();
  const registered = document.context.register(document.context.obj(action));
  const [page] = document.getPages();
  const link = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 10, 10], A: registered, ...annotation };
  page?.node.set(PDFName.of('Annots'), document.context.obj([link]));
  return document;
}

it.each([true, false])(
  'removes the target of a link, and keeps the page (object streams: %s)',
  async (useObjectStreams) => {
    const document = await withAction({ S: 'URI', URI: PDFString.of('https://canary.example/opened') });
    const cleaned = await cleanBytes(await document.save({ useObjectStreams }));
    expect(await objectsOf(cleaned)).not.toMatch(/canary|URI/);
    expect((await extractText(new Uint8Array(cleaned), { mergePages: true })).text).toBe('Receipt 7');
  },
);

// ASVS 1.3.5, 5.2.3
it.each([
  ['a script', { S: 'JavaScript', JS: PDFString.of('app.alert(1)') }, {}],
  ['a form that is sent', { S: 'SubmitForm', F: PDFString.of('https://canary.example') }, {}],
  ['a form that is filled from a file', { S: 'ImportData', F: PDFString.of('a.fdf') }, {}],
  ['a program to start', { S: 'Launch', F: PDFString.of('calc.exe') }, {}],
  ['a file to open', { S: 'GoToR', F: PDFString.of('//canary.example/share') }, {}],
  ['rich media', { S: 'Named' }, { Subtype: 'RichMedia' }],
  ['a film', { S: 'Movie' }, { Subtype: 'Movie' }],
])('rejects %s in a compressed part of a PDF', async (_, action, annotation) => {
  const document = await withAction(action, annotation);
  await expect(cleanBytes(await document.save({ useObjectStreams: true }))).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('carries a program'),
  });
});

const address = PDFString.of('https://canary.example/seen');
const file = { FS: 'URL', F: address };

// ISO 32000-1, 7.3.8.2, 8.9.5.4, 8.10.4 and 14.11.7. ASVS 1.3.5, 5.2.3
it.each([
  ['its data', { F: file }],
  ['its data by a path', { F: address }],
  ['the filters of its data', { FFilter: 'FlateDecode', FDecodeParms: { Columns: 1, Note: address } }],
  ['an alternate picture', { Alternates: [{ Image: address, DefaultForPrinting: true }] }],
  ['a picture for printing', { OPI: { '2.0': { Type: 'OPI', Version: 2, F: address } } }],
  ['a page of another file', { Ref: { F: address, Page: 0 } }],
])('removes from a picture what names %s elsewhere', async (_, entries) => {
  const document = await authored();
  const { context } = document;
  const [page] = document.getPages();
  const size = { Width: 1, Height: 1, ColorSpace: 'DeviceRGB', BitsPerComponent: 8 };
  const dict = { Type: 'XObject', Subtype: 'Image', ...size, ...entries };
  const picture = context.stream(new Uint8Array(3), dict);
  page?.node.setXObject(PDFName.of('Picture'), context.register(picture));
  const cleaned = await cleanBytes(await document.save({ useObjectStreams: false }));
  const objects = await objectsOf(cleaned);
  expect(objects).toContain('/Subtype /Image');
  expect(objects).not.toMatch(/canary|\/(F|FFilter|FDecodeParms|OPI|Alternates|Ref)\s/);
  expect((await extractText(new Uint8Array(cleaned), { mergePages: true })).text).toBe('Receipt 7');
});

// ISO 32000-1, 7.11; ISO 32000-2, 14.11.5 and 14.13. ASVS 1.3.5, 5.2.3
it.each([
  ['an associated file', { AF: [file] }],
  ['a colour profile', { OutputIntents: [{ S: 'GTS_PDFX', DestOutputProfileRef: { URLs: [file] } }] }],
  ['a file by its path', { Other: { Type: 'Filespec', UF: address, DOS: address } }],
  ['a file inside arrays', { Other: [[{ Type: 'F', F: address }]] }],
  ['an embedded file without a type', { Other: { F: address, EF: { F: address } } }],
])('removes from a page what names %s elsewhere', async (_, entries) => {
  const document = await authored();
  const [page] = document.getPages();
  for (const [name, value] of Object.entries(entries)) {
    const object = document.context.obj(value as never);
    page?.node.set(PDFName.of(name), document.context.register(object));
  }
  const cleaned = await cleanBytes(await document.save({ useObjectStreams: true }));
  expect(await objectsOf(cleaned)).not.toContain('canary');
  expect((await extractText(new Uint8Array(cleaned), { mergePages: true })).text).toBe('Receipt 7');
});

it.each([
  ['an attached file', { S: 'Named' }, { Subtype: 'FileAttachment', FS: file }],
  ['articles of another file', { S: 'Thread', F: address, D: 'x' }, {}],
])('rejects a PDF with an annotation of %s', async (_, action, annotation) => {
  const document = await withAction(action, annotation);
  await expect(cleanBytes(await document.save({ useObjectStreams: true }))).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('carries a program'),
  });
});

it('keeps the flags of a comment, whose name is also the name of a file', async () => {
  const document = await authored();
  const [page] = document.getPages();
  const note = { Type: 'Annot', Subtype: 'Text', Rect: [0, 0, 10, 10], F: 4 };
  page?.node.set(PDFName.of('Annots'), document.context.obj([note]));
  expect(await objectsOf(await cleanBytes(await document.save()))).toContain('/F 4');
});

// ASVS 5.2.1, 5.2.3
it('rejects a picture of over 25 megapixels', async () => {
  const create = { width: 5_001, height: 5_000, channels: 3, background: '#0b6b5a' } as const;
  const data = await sharp({ create, limitInputPixels: false }).png().toBuffer();
  await expect(cleanDocument({ contentType: 'image/png', data }, rule, 'ada')).rejects.toMatchObject({
    status: 422,
    message: 'This file cannot be read.',
  });
});

it.each(['jpeg', 'png'] as const)('removes the metadata of a picture (%s)', async (format) => {
  const exif = { IFD0: { Artist: author, Copyright: author } };
  const data = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#fff' } })
    .withExif(exif)
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${author}</x:xmpmeta>`)
    .toFormat(format)
    .toBuffer();
  expect(data.includes(author)).toBe(true);
  const cleaned = (await cleanDocument({ contentType: `image/${format}`, data }, rule, 'ada')).data;
  const { exif: kept, xmp, iptc } = await sharp(cleaned).metadata();
  expect([kept, xmp, iptc, cleaned.includes(author)]).toEqual([undefined, undefined, undefined, false]);
});
