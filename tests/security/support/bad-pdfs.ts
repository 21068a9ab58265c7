import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { pdf } from '#tests/support/money/certificates.ts';
import type { BadFile } from './bad-files.ts';

const address = 'https://canary.example/opened';

/** Actions that run, fetch, send or open something (ISO 32000-1, 12.6.4). */
const actions: Record<string, Record<string, string | PDFString>> = {
  JavaScript: { S: 'JavaScript', JS: PDFString.of('app.alert(1)') },
  Launch: { S: 'Launch', F: PDFString.of('calc.exe') },
  SubmitForm: { S: 'SubmitForm', F: PDFString.of(address) },
  ImportData: { S: 'ImportData', F: PDFString.of('a.fdf') },
  GoToR: { S: 'GoToR', F: PDFString.of('//canary.example/share') },
  GoToE: { S: 'GoToE', F: PDFString.of('inner.pdf') },
  Rendition: { S: 'Rendition', OP: '0' },
  Movie: { S: 'Movie' },
  Sound: { S: 'Sound' },
};
const contents = ['RichMedia', '3D', 'Movie', 'Sound'];

/** Creates a page with an annotation of this kind. */
async function withAnnotation(annotation: object): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  const page = document.addPage([420, 200]);
  page.drawText('Receipt 7', { x: 40, y: 100 });
  const dictionary = document.context.obj({ Type: 'Annot', Rect: [0, 0, 10, 10], ...annotation });
  page.node.set(PDFName.of('Annots'), document.context.obj([document.context.register(dictionary)]));
  return document;
}

async function bytesOf(document: PDFDocument, useObjectStreams: boolean): Promise<Buffer> {
  return Buffer.from(await document.save({ useObjectStreams }));
}

/** Spells a name with each of its letters as # and two digits, which readers accept (ISO 32000-1, 7.3.5). */
const escaped = (name: string) =>
  [...name].map((letter) => `#${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

/** Returns PDFs whose pages carry a program or another file: in the clear, compressed, and spelled differently. */
export async function programFiles(): Promise<BadFile[]> {
  const files: BadFile[] = [];
  for (const isCompressed of [false, true]) {
    const how = isCompressed ? 'in an object stream' : 'in the clear';
    for (const [name, action] of Object.entries(actions)) {
      const document = await withAnnotation({ Subtype: 'Link' });
      const [page] = document.getPages();
      const registered = document.context.register(document.context.obj(action));
      const link = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 10, 10], A: registered };
      page?.node.set(PDFName.of('Annots'), document.context.obj([link]));
      files.push({ what: `a PDF with ${name} ${how}`, data: await bytesOf(document, isCompressed) });
    }
    for (const subtype of contents) {
      const document = await withAnnotation({ Subtype: subtype });
      files.push({
        what: `a PDF with an annotation of the kind ${subtype} ${how}`,
        data: await bytesOf(document, isCompressed),
      });
    }
  }
  for (const name of ['JavaScript', 'Launch', 'EmbeddedFile'])
    for (const spelled of new Set([name, escaped(name), name.replace('a', '#61'), name.replace('e', '#65')]))
      files.push({ what: `a PDF with /${spelled}`, data: pdf(`/${spelled}`) });
  return files;
}

/** Returns PDFs that are accepted, and must be stored without what `canary.example` and the scripts stand in. */
export async function cleanablePdfs(): Promise<BadFile[]> {
  const files: BadFile[] = [];
  const link = await withAnnotation({ Subtype: 'Link', A: { S: 'URI', URI: PDFString.of(address) } });
  files.push({ what: 'a PDF with a link', data: await bytesOf(link, true) });
  const titled = await withAnnotation({ Subtype: 'Text', T: PDFString.of('canary.example') });
  titled.setAuthor('canary.example');
  titled.setKeywords(['canary.example']);
  files.push({ what: 'a PDF with an author', data: await bytesOf(titled, true) });
  const inCatalog: Record<string, object> = {
    OpenAction: actions.JavaScript as object,
    AA: { WC: actions.JavaScript as object },
    AcroForm: { Fields: [], XFA: PDFString.of(address) },
    Names: { JavaScript: { Names: [PDFString.of('x'), actions.JavaScript as object] } },
  };
  for (const [name, value] of Object.entries(inCatalog)) {
    const document = await withAnnotation({ Subtype: 'Text' });
    document.catalog.set(PDFName.of(name), document.context.register(document.context.obj(value as never)));
    files.push({ what: `a PDF with ${name} of the document`, data: await bytesOf(document, true) });
  }
  return files;
}
