import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { brand } from '#contracts/brand.ts';
import { toMajor } from '#contracts/money.ts';
import type { Receipt } from './find-receipt.ts';

// Names and titles use many scripts; the standard fonts of PDF readers cover western ones only.
const font = (file: string) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${file}.ttf`));
const plain = font('DejaVuSans');
const bold = font('DejaVuSans-Bold');

const colours = { ink: '#16302b', faint: '#5a6b66', line: '#d5ddd9', primary: '#0b6b5a' };
const pageWidth = 595.28;
const margin = 64;
const width = pageWidth - 2 * margin;
const labelWidth = 150;
// Marks a cell as the header of its row, for screen readers.
const rowHeader = { type: 'TH', scope: 'Row' } as const;

/** Renders a receipt as a tagged PDF of one A4 page; the same receipt gives the same bytes. */
export async function renderReceipt(receipt: Receipt): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    font: plain,
    lang: 'en',
    tagged: true,
    displayTitle: true,
    info: {
      Title: `${brand.name} receipt ${receipt.number}`,
      Author: brand.legalName,
      CreationDate: receipt.paidAt,
      ModDate: receipt.returned?.at ?? receipt.paidAt,
    },
  });
  const page = pdf.struct('Document');
  pdf.addStructure(page);
  const write = (tag: 'H1' | 'P', text: string, applyStyle: () => void) =>
    page.add(
      pdf.struct(tag, {}, () => {
        applyStyle();
        pdf.text(text, margin, pdf.y, { width });
      }),
    );
  write('P', brand.name, () => pdf.font(bold).fontSize(13).fillColor(colours.primary));
  write('H1', `Receipt ${receipt.number}`, () =>
    pdf.moveDown(0.4).font(bold).fontSize(24).fillColor(colours.ink),
  );
  write('P', 'Thank you. This payment lets a learner take the course below.', () =>
    pdf.moveDown(0.4).font(plain).fontSize(10.5).fillColor(colours.faint),
  );
  pdf.moveDown(1.2).fillColor(colours.ink);
  writeFacts(pdf, page, receipt);
  write('P', `${brand.legalName} · ${brand.email.support}`, () =>
    pdf.moveDown(2).fontSize(9).fillColor(colours.faint),
  );
  write('P', 'A receipt for a payment, not a tax invoice. Times are in UTC.', () => pdf.moveDown(0.3));
  page.end();
  pdf.end();
  return buffer(pdf);
}

/** Returns the labels and texts of a receipt's table, in order. */
export function receiptRows(receipt: Receipt): [label: string, text: string][] {
  const amount = (minor: number) => formatAmountWithCode(minor, receipt.currency);
  const rows: [string, string][] = [
    ['Paid on', moment(receipt.paidAt)],
    ['Paid by', receipt.payerName],
    ['Course', receipt.courseTitle],
    ['Platform', receipt.platform],
    ['Price', amount(receipt.priceMinor)],
    ['Service fee', amount(receipt.feeMinor)],
    ['Charged', amount(receipt.chargedMinor)],
    ['Reference', receipt.reference],
  ];
  if (receipt.returned) {
    rows.push(['Given back', `${amount(receipt.returned.minor)} on ${moment(receipt.returned.at)}`]);
  }
  return rows;
}

function writeFacts(pdf: PDFKit.PDFDocument, page: PDFKit.PDFStructureElement, receipt: Receipt): void {
  const rows = receiptRows(receipt);
  const total = rows.findIndex(([label]) => label === 'Charged');
  const options: PDFKit.Mixins.TableOptionsWithData & { structParent: PDFKit.PDFStructureElement } = {
    structParent: page,
    position: { x: margin, y: pdf.y },
    maxWidth: width,
    columnStyles: [labelWidth, width - labelWidth],
    defaultStyle: { border: [0, 0, 0.5, 0], borderColor: colours.line, padding: [8, 0, 8, 0] },
    data: rows.map(([label, text], row) => [
      { text: label, ...rowHeader, textColor: colours.faint, font: { src: plain, size: 10.5 } },
      { text, textColor: colours.ink, font: { src: row === total ? bold : plain, size: 10.5 } },
    ]),
  };
  pdf.table(options);
}

/** Formats an amount to the minor unit with its unambiguous ISO code, such as "NGN 20,018.00". */
export function formatAmountWithCode(minor: number, currency: string): string {
  const amount = toMajor(minor).toLocaleString('en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return `${currency} ${amount}`;
}

function moment(at: Date): string {
  return at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
}
