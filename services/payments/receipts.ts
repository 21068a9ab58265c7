import type { DataSource } from 'typeorm';
import { toMajor } from '#contracts/money.ts';
import type { Brand } from '#contracts/site/brand.ts';
import { row } from '#services/platform/database/sql.ts';
import { renderFactSheet } from '#services/platform/documents/render-fact-sheet.ts';

/** Formats a receipt number: `CL-000012`. */
export function receiptNumberText(receiptNumber: number): string {
  return `CL-${String(receiptNumber).padStart(6, '0')}`;
}

/** Returns the SQL of the next receipt number, for an insert or update through the entity. */
export const nextReceiptNumber = () => "nextval('receipt_numbers')";

/** The content of a receipt. The amounts charged and returned come from the ledger, in minor units. */
export interface Receipt {
  number: string;
  paidAt: Date;
  payerName: string;
  courseTitle: string;
  platform: string;
  priceMinor: number;
  feeMinor: number;
  chargedMinor: number;
  currency: string;
  reference: string;
  /** Set after a refund or chargeback. */
  returned: { minor: number; at: Date } | undefined;
}

interface Row extends Omit<Receipt, 'number' | 'returned'> {
  receiptNumber: number;
  returnedMinor: number;
  returnedAt: Date | null;
}

/** Returns the receipt of an approved payment to its payer; undefined otherwise. */
export async function findReceipt(
  db: DataSource,
  reference: string,
  payerId: string,
): Promise<Receipt | undefined> {
  // Amounts stay far below 2^53, so they fit a double exactly.
  const receipt = await row<Row>(
    db,
    `SELECT p.receipt_number::float8 AS "receiptNumber", p.settled_at AS "paidAt", u.full_name AS "payerName",
       r.course_title AS "courseTitle", r.platform, p.price_minor::float8 AS "priceMinor",
       p.fee_minor::float8 AS "feeMinor", l.captured_minor::float8 AS "chargedMinor", l.currency, p.reference,
       l.returned_minor::float8 AS "returnedMinor", l.returned_at AS "returnedAt"
     FROM payments p
     JOIN users u ON u.id = p.payer_id
     JOIN requests r ON r.id = p.request_id
     CROSS JOIN LATERAL (SELECT * FROM ledger_payments WHERE payment_id = p.id) AS l
     WHERE p.reference = $1 AND p.receipt_number IS NOT NULL AND p.payer_id = $2`,
    [reference, payerId],
  );
  if (!receipt) return undefined;
  const { receiptNumber, returnedMinor, returnedAt, ...facts } = receipt;
  return {
    ...facts,
    number: receiptNumberText(receiptNumber),
    returned: returnedMinor && returnedAt ? { minor: returnedMinor, at: returnedAt } : undefined,
  };
}

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

/** Returns the labels and texts of a receipt's table, in order. @internal A test compares them with the receipt. */
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
