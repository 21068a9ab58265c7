import {
  type PDFDict as Dictionary,
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectStreamParser,
  PDFRawStream,
  PDFXRefStreamParser,
} from '@cantoo/pdf-lib';
import { pdfLimits } from './limits.ts';

/** A document exceeds {@link pdfLimits}. */
class PdfLimitError extends Error {
  override name = 'PdfLimitError';
}

// Of the document that is being parsed; the process parses one at a time.
const left = { bytes: 0, objects: 0 };

const nameOf = PDFName.of;
const numberOf = (object: PDFObject | undefined) =>
  object instanceof PDFNumber ? object.asNumber() : Number.NaN;

/** Counts a number that a document claims. NaN and negative numbers are counted as too many. */
function spend(what: keyof typeof left, amount: number): void {
  left[what] = amount >= 0 ? left[what] - amount : -1;
  if (!(left[what] >= 0)) throw new PdfLimitError(`Too many ${what}`);
}

/** Returns the stream decompressed, without decompressing more than is left. */
function inflate(stream: PDFRawStream): PDFRawStream {
  const filters = stream.dict.lookup(nameOf('Filter'));
  if (filters instanceof PDFArray && filters.size() > 2) spend('bytes', Number.NaN);
  spend('bytes', 0);
  const bytes = decodePDFRawStream(stream).getBytes(left.bytes + 1);
  spend('bytes', bytes.length);
  const dict = stream.dict.clone();
  for (const name of ['Filter', 'DecodeParms']) dict.delete(nameOf(name));
  return PDFRawStream.of(dict, new Uint8Array(bytes));
}

/** Counts the entries that a cross-reference stream claims to list, each of at most 8 bytes (ISO 32000-1, 7.5.8). */
function countEntries(dict: Dictionary): void {
  const numbers = (name: string) => {
    const array = dict.lookup(nameOf(name));
    return array instanceof PDFArray ? array.asArray().map(numberOf) : [];
  };
  for (const width of numbers('W')) if (!(width <= 8)) spend('objects', Number.NaN);
  const index = numbers('Index');
  const lengths =
    index.length > 0 ? index.filter((_, place) => place % 2 === 1) : [numberOf(dict.lookup(nameOf('Size')))];
  for (const length of lengths) spend('objects', length);
}

// The library decompresses these streams without a limit while it loads a document, and has no option for one.
const parseObjects = PDFObjectStreamParser.forStream;
PDFObjectStreamParser.forStream = (stream, ...more) => {
  spend('objects', numberOf(stream.dict.lookup(nameOf('N'))));
  return parseObjects(inflate(stream), ...more);
};
const parseEntries = PDFXRefStreamParser.forStream;
PDFXRefStreamParser.forStream = (stream) => {
  countEntries(stream.dict);
  return parseEntries(inflate(stream));
};

/** Parses a PDF that needs no password. @throws when it is damaged or exceeds the limits. */
export async function loadPdf(data: Uint8Array): Promise<PDFDocument> {
  left.bytes = pdfLimits.inflatedBytes;
  left.objects = pdfLimits.objects;
  const document = await PDFDocument.load(data, { updateMetadata: false, password: '' });
  // The library skips an object that cannot be parsed, whatever was thrown.
  spend('bytes', 0);
  spend('objects', 0);
  checkPages(document);
  return document;
}

function checkPages({ catalog, context }: PDFDocument): void {
  const nodes = [catalog.get(nameOf('Pages'))];
  for (const entry of nodes) {
    const node = entry && context.lookup(entry);
    const kids = node instanceof PDFDict ? node.lookup(nameOf('Kids')) : undefined;
    if (!(kids instanceof PDFArray)) continue;
    if (nodes.length + kids.size() > pdfLimits.pages) throw new PdfLimitError('Too many pages');
    nodes.push(...kids.asArray());
  }
}
