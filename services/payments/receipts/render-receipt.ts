import { toMajor } from '#contracts/money.ts';
import type { Brand } from '#contracts/site/brand.ts';
import { renderFactSheet } from '#services/platform/documents/render-fact-sheet.ts';
import type { Receipt } from './find-receipt.ts';

/** Renders a receipt as a tagged PDF of one A4 page; the same receipt gives the same bytes. */
export function renderReceipt(receipt: Receipt, brand: Brand): Promise<Buffer> {
  return renderFactSheet(brand, {
    title: `${brand.name} receipt ${receipt.number}`,
    heading: `Receipt ${receipt.number}`,
    lead: 'Thank you. This payment lets a learner take the course below.',
    sections: [{ rows: receiptRows(receipt), boldLabel: 'Charged' }],
    closing: [`${brand.legalName} · ${brand.email.support}`, `${brand.receiptFooter} Times are in UTC.`],
    createdAt: receipt.paidAt,
    modifiedAt: receipt.returned?.at ?? receipt.paidAt,
  });
}

/** Returns the labels and texts of a receipt's table, in order. */
export function receiptRows(receipt: Receipt): [label: string, text: string][] {
  const amount = (minor: number) => formatAmountWithCode(minor, receipt.currency);
  const rows: [string, string][] = [
    ['Paid on', momentText(receipt.paidAt)],
    ['Paid by', receipt.payerName],
    ['Course', receipt.courseTitle],
    ['Platform', receipt.platform],
    ['Price', amount(receipt.priceMinor)],
    ['Service fee', amount(receipt.feeMinor)],
    ['Charged', amount(receipt.chargedMinor)],
    ['Reference', receipt.reference],
  ];
  if (receipt.returned) {
    rows.push(['Given back', `${amount(receipt.returned.minor)} on ${momentText(receipt.returned.at)}`]);
  }
  return rows;
}

/** Formats an amount to the minor unit with its unambiguous ISO code, such as "NGN 20,018.00". */
export function formatAmountWithCode(minor: number, currency: string): string {
  const amount = toMajor(minor).toLocaleString('en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return `${currency} ${amount}`;
}

/** Formats a time in UTC, such as "4 January 2026 at 10:00". */
export function momentText(at: Date): string {
  return at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
}
