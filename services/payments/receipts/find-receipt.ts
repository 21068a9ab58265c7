import type { DataSource } from 'typeorm';
import { row } from '#services/platform/database/sql.ts';
import { receiptNumberText } from './receipt-number-text.ts';

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
  const found = await row<Row>(
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
  if (!found) return undefined;
  const { receiptNumber, returnedMinor, returnedAt, ...facts } = found;
  return {
    ...facts,
    number: receiptNumberText(receiptNumber),
    returned: returnedMinor && returnedAt ? { minor: returnedMinor, at: returnedAt } : undefined,
  };
}
