import type { getReceipt as contract } from '#contracts/payments/receipts.ts';
import type { Handler } from '#services/deps.ts';
import { notFound } from '#services/platform/errors.ts';
import { Reply } from '#services/platform/http/route.ts';
import { findReceipt, renderReceipt } from './receipts.ts';

/** Serves the receipt of one payment as PDF to its payer. */
export const getReceipt: Handler<typeof contract> = async ({ params, caller }, { db, config }) => {
  const receipt = await findReceipt(db, params.reference, caller.id);
  if (!receipt) throw notFound('There is no receipt for this payment.');
  const file = { contentType: 'application/pdf', data: await renderReceipt(receipt, config.brand) };
  return new Reply(200, file, {
    'Content-Disposition': `inline; filename="${config.brand.slug}-receipt-${receipt.number}.pdf"`,
  });
};
