import { expect, it } from 'vitest';
import { approvePayment, verifyPayment } from '#contracts/payments/payments.ts';
import { getUsualTimes } from '#contracts/requests/usual-times.ts';
import { reportPageError } from '#contracts/site/page-errors.ts';
import { fail, hang, on, render, succeed } from '#tests/support/browser/render-island.tsx';
import { idOf } from '#tests/support/browser/view-fixtures.ts';
import { PaymentVerification } from '../verification/PaymentVerification.tsx';

it('reports that the approval of a payment failed, which its payer need not read', async () => {
  const paid = { requestId: idOf(1), status: 'success' as const, amount: 20_018, currency: 'NGN' };
  const data = { ...paid, isDifference: false, isRefundDue: false };
  succeed(verifyPayment, { message: 'Verified.', data });
  fail(approvePayment, 500, 'Broken');
  hang(getUsualTimes);
  let reports = 0;
  on(reportPageError, () => {
    reports += 1;
    return Response.json({ message: 'Noted.' }, { status: 202 });
  });
  render(<PaymentVerification search="?reference=ref-1" />);
  await expect.poll(() => reports).toBe(1);
});
