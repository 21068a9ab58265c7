import { getReceipt } from '#contracts/payments/receipts.ts';
import { call } from '../../../browser/api.ts';
import { brand } from '../../../browser/brand.ts';
import { saveFile } from '../../../browser/save-file.ts';

/** Downloads the receipt of a payment with `fetch`, because a link cannot send the token. */
export async function saveReceipt(reference: string, receiptNumber: string): Promise<void> {
  const receipt = await call(getReceipt, { params: { reference } });
  saveFile(receipt, `${brand.slug}-receipt-${receiptNumber}.pdf`);
}
