import { buffer } from 'node:stream/consumers';
import type { Brand } from '#contracts/site/brand.ts';
import { palette } from '#contracts/site/palette.ts';
import { accentColours } from '../brand/accent-colours.ts';
import { bold, plain } from './document-fonts.ts';
import type { ScriptDocument } from './script-document.ts';

const colours = palette.light;
const pageWidth = 595.28;
const margin = 64;
const width = pageWidth - 2 * margin;
const labelWidth = 150;
const imageHeight = 420;
// Marks a cell as the header of its row, for screen readers.
const rowHeader = { type: 'TH', scope: 'Row' } as const;

export interface FactSection {
  heading?: string;
  rows: [label: string, text: string][];
  /** Label of the row that is printed bold. */
  boldLabel?: string;
}

/** A document of facts: a receipt, or the evidence of a delivery. */
export interface FactSheet {
  /** Title of the document, shown by PDF readers. */
  title: string;
  heading: string;
  lead: string;
  sections: FactSection[];
  /** A picture at the end, on a page of its own; PNG or JPEG. */
  image?: { caption: string; data: Buffer } | undefined;
  closing: string[];
  createdAt: Date;
  modifiedAt?: Date;
}

/** Renders an A4 PDF that conforms to PDF/UA; the same content gives the same bytes. */
export async function renderFactSheet(brand: Brand, sheet: FactSheet): Promise<Buffer> {
  // Imported with the first document: with its fonts it is among the largest modules, and few processes render one.
  const { ScriptDocument } = await import('./script-document.ts');
  const pdf = new ScriptDocument({
    size: 'A4',
    margin,
    font: plain,
    pdfVersion: '1.7',
    // The types leave it out.
    subset: 'PDF/UA' as PDFKit.Mixins.PDFSubsets,
    lang: 'en',
    tagged: true,
    displayTitle: true,
    info: {
      Title: sheet.title,
      Author: brand.legalName,
      CreationDate: sheet.createdAt,
      ModDate: sheet.modifiedAt ?? sheet.createdAt,
    },
  });
  const page = pdf.struct('Document');
  pdf.addStructure(page);
  const write = (tag: 'H1' | 'H2' | 'P', text: string, applyStyle: () => void) =>
    page.add(
      pdf.struct(tag, {}, () => {
        applyStyle();
        pdf.text(pdf.nameUnknown(text), margin, pdf.y, { width });
      }),
    );
  write('P', brand.name, () =>
    pdf.font(bold).fontSize(13).fillColor(accentColours(brand.accent).light.primary),
  );
  write('H1', sheet.heading, () => pdf.moveDown(0.4).font(bold).fontSize(24).fillColor(colours.ink));
  write('P', sheet.lead, () => pdf.moveDown(0.4).font(plain).fontSize(10.5).fillColor(colours.inkSoft));
  for (const section of sheet.sections) {
    const { heading } = section;
    if (heading) write('H2', heading, () => pdf.moveDown(1).font(bold).fontSize(13).fillColor(colours.ink));
    pdf.moveDown(heading ? 0.4 : 1.2).fillColor(colours.ink);
    writeTable(pdf, page, section);
  }
  const [first = '', ...more] = sheet.closing;
  write('P', first, () => pdf.moveDown(2).font(plain).fontSize(9).fillColor(colours.inkSoft));
  for (const text of more) write('P', text, () => pdf.moveDown(0.3));
  if (sheet.image) writeImage(pdf, page, sheet.image);
  page.end();
  pdf.end();
  return buffer(pdf);
}

function writeTable(
  pdf: ScriptDocument,
  page: PDFKit.PDFStructureElement,
  { rows, boldLabel }: FactSection,
): void {
  const options: PDFKit.Mixins.TableOptionsWithData & { structParent: PDFKit.PDFStructureElement } = {
    structParent: page,
    position: { x: margin, y: pdf.y },
    maxWidth: width,
    columnStyles: [labelWidth, width - labelWidth],
    defaultStyle: { border: [0, 0, 0.5, 0], borderColor: colours.line, padding: [8, 0, 8, 0] },
    data: rows.map(([label, text]) => [
      { text: label, ...rowHeader, textColor: colours.inkSoft, font: { src: plain, size: 10.5 } },
      {
        text: pdf.nameUnknown(text),
        textColor: colours.ink,
        font: { src: label === boldLabel ? bold : plain, size: 10.5 },
      },
    ]),
  };
  pdf.table(options);
}

function writeImage(
  pdf: ScriptDocument,
  page: PDFKit.PDFStructureElement,
  { caption, data }: NonNullable<FactSheet['image']>,
): void {
  pdf.addPage();
  page.add(
    pdf.struct('H2', {}, () => {
      pdf
        .font(bold)
        .fontSize(13)
        .fillColor(colours.ink)
        .text(pdf.nameUnknown(caption), margin, margin, { width });
    }),
  );
  page.add(
    pdf.struct('Figure', { alt: caption }, () => {
      pdf.moveDown(0.6).image(data, margin, pdf.y, { fit: [width, imageHeight] });
    }),
  );
}
