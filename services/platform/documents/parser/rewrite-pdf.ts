import {
  EncryptedPDFError,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFStream,
} from '@cantoo/pdf-lib';
import { pdfLimits } from './limits.ts';
import { loadPdf } from './load-pdf.ts';

/** A PDF without metadata, or why there is none. */
export type RewrittenPdf = { data: Uint8Array } | { problem: 'encrypted' | 'unreadable' | 'program' };

/** Entries that name people, programs or times (ISO 32000-1: 14.3.2, 14.5, 8.3.9 of the annotation dictionaries). */
const personal = ['Metadata', 'PieceInfo', 'LastModified', 'B', 'AA'];
const personalInAnnotation = ['T', 'M', 'CreationDate', 'Popup', 'NM'];
/** Entries of a stream that name another file or picture (ISO 32000-1: 7.3.8.2, 8.9.5.4, 8.10.4 and 14.11.7). */
const external = ['F', 'FFilter', 'FDecodeParms', 'Alternates', 'OPI', 'Ref'];
/** Types of a file specification (ISO 32000-1, 7.11.3, with the spellings that readers accept). */
const fileTypes = new Set(['Filespec', 'FileSpec', 'F']);
// Actions and contents that run, fetch, send or embed something (ISO 32000-1, 12.6.4, 12.7.8 and 13; XFA; RichMedia).
const programs = new Set(
  'JavaScript JS Launch EmbeddedFile EmbeddedFiles RichMedia XFA SubmitForm ImportData GoToR GoToE'
    .concat(' Rendition Movie Sound 3D URI Thread FileAttachment')
    .split(' '),
);

/**
 * Copies the pages of a PDF into a new document, which leaves document information, XMP, earlier revisions, outlines and
 * scripts of the document behind; metadata of pages, pictures and comments is removed first.
 */
export async function rewritePdf(data: Uint8Array): Promise<RewrittenPdf> {
  try {
    const source = await loadPdf(data);
    // Before copying: what nothing refers to any more is not copied.
    for (const [, object] of source.context.enumerateIndirectObjects()) strip(object);
    const target = await PDFDocument.create({ updateMetadata: false });
    const pages = await target.copyPages(source, source.getPageIndices());
    if (pages.length === 0) return { problem: 'unreadable' };
    for (const page of pages) target.addPage(page);
    const copied = target.context.enumerateIndirectObjects();
    if (copied.some(([, object]) => hasProgram(object))) return { problem: 'program' };
    const rewritten = await target.save({ updateFieldAppearances: false });
    return rewritten.length > pdfLimits.rewrittenBytes ? { problem: 'unreadable' } : { data: rewritten };
  } catch (error) {
    const isEncrypted = error instanceof EncryptedPDFError || /password|encrypt/i.test(String(error));
    return { problem: isEncrypted ? 'encrypted' : 'unreadable' };
  }
}

/** Removes the metadata of an object and of those inside it, and what they name outside of the document. */
function strip(object: PDFObject): void {
  if (object instanceof PDFStream) {
    for (const name of external) object.dict.delete(PDFName.of(name));
    strip(object.dict);
  }
  if (object instanceof PDFArray) object.asArray().forEach(strip);
  if (!(object instanceof PDFDict)) return;
  if (isFileSpecification(object)) for (const name of object.keys()) object.delete(name);
  for (const name of personal) object.delete(PDFName.of(name));
  const subtype = object.get(PDFName.of('Subtype'));
  if (subtype && subtype !== PDFName.of('Widget') && object.has(PDFName.of('Rect')))
    for (const name of personalInAnnotation) object.delete(PDFName.of(name));
  // A link leads out of the document and can report that it was opened. Its text stays.
  if (object.get(PDFName.of('S')) === PDFName.of('URI')) {
    object.delete(PDFName.of('S'));
    object.delete(PDFName.of('URI'));
  }
  // The value of a signature field names the signer; its appearance stays.
  if (object.get(PDFName.of('FT')) === PDFName.of('Sig')) object.delete(PDFName.of('V'));
  object.values().forEach(strip);
}

// By values as well as by names: a font or a colour space of a page may be called FS or EF.
function isFileSpecification(dict: PDFDict): boolean {
  const get = (name: string) => dict.lookup(PDFName.of(name));
  const [type, embedded] = [get('Type'), get('EF')];
  return (
    (type instanceof PDFName && fileTypes.has(type.decodeText())) ||
    get('FS') === PDFName.of('URL') ||
    (embedded instanceof PDFDict && ['F', 'UF'].some((name) => embedded.has(PDFName.of(name))))
  );
}

function hasProgram(object: PDFObject): boolean {
  if (object instanceof PDFName) return programs.has(object.decodeText());
  if (object instanceof PDFStream) return hasProgram(object.dict);
  if (object instanceof PDFArray) return object.asArray().some(hasProgram);
  return object instanceof PDFDict && [...object.keys(), ...object.values()].some(hasProgram);
}
