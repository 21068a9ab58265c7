import type { DataSource } from 'typeorm';
import type { Caller } from '#services/platform/http/route.ts';
import { receiptNumberText } from './receipt-number-text.ts';

/** What a receipt says. What was charged and given back comes from the ledger, in minor units. */
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
  /** Set when the provider gave the money back. */
  returned: { minor: number; at: Date } | undefined;
}

interface Row extends Omit<Receipt, 'number' | 'returned'> {
  receiptNumber: number;
  returnedMinor: number | null;
  returnedAt: Date | null;
}

/** The receipt of a payment, for whoever paid it and for operators; undefined for everybody else and until then. */
export async function findReceipt(
  db: DataSource,
  reference: string,
  caller: Pick<Caller, 'id' | 'role'>,
): Promise<Receipt | undefined> {
  // Amounts stay far below 2^53, so they fit a double exactly.
  const rows: Row[] = await db.query(
    `SELECT p.receipt_number::float8 AS "receiptNumber", p.settled_at AS "paidAt", u.full_name AS "payerName",
       r.course_title AS "courseTitle", r.platform, p.price_minor::float8 AS "priceMinor",
       p.fee_minor::float8 AS "feeMinor", taken.amount_minor::float8 AS "chargedMinor", taken.currency, p.reference,
       back.amount_minor::float8 AS "returnedMinor", back.created_at AS "returnedAt"
     FROM payments p
     JOIN users u ON u.id = p.payer_id
     JOIN requests r ON r.id = p.request_id
     JOIN ledger_entries taken ON taken.payment_id = p.id AND taken.kind = 'captured'
     LEFT JOIN ledger_entries back ON back.payment_id = p.id AND back.kind = 'returned'
     WHERE p.reference = $1 AND p.receipt_number IS NOT NULL AND (p.payer_id = $2 OR $3)`,
    [reference, caller.id, caller.role === 'operator'],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { receiptNumber, returnedMinor, returnedAt, ...facts } = row;
  return {
    ...facts,
    number: receiptNumberText(receiptNumber),
    returned: returnedMinor && returnedAt ? { minor: returnedMinor, at: returnedAt } : undefined,
  };
}
