import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { approvePayment, verifyPayment } from '#contracts/payments/payments.ts';
import { getUsualTimes } from '#contracts/requests/usual-times.ts';
import { enrolledUsually } from '#src/ui/usual-time.copy.ts';
import { render, succeed } from '#tests/support/browser/render-island.tsx';
import { idOf } from '#tests/support/browser/view-fixtures.ts';
import { PaymentVerification } from './PaymentVerification.tsx';
import { paymentsCopy as copy } from './payments.copy.ts';

const show = (status: 'success' | 'reversed') => {
  const data = { requestId: idOf(1), status, amount: 20_018, currency: 'NGN' };
  succeed(verifyPayment, { message: '', data: { ...data, isDifference: false, isRefundDue: false } });
  succeed(approvePayment, { message: '', data: { status } });
  succeed(getUsualTimes, { message: '', data: { paidDays: 12, enrolledDays: 3 } });
  render(<PaymentVerification search="?reference=ref-1" />);
};

it('says after a payment what happens next, how long that usually takes, and where it can be followed', async () => {
  show('success');
  await expect.element(page.getByRole('heading', { name: copy.successTitle })).toHaveFocus();
  await expect.element(page.getByText(copy.successNext)).toBeVisible();
  await expect.element(page.getByText(enrolledUsually(3))).toBeVisible();
  await expect.element(page.getByRole('link', { name: copy.goOn })).toHaveAttribute('href', '/dashboard');
});

it('says none of it about a payment that was given back', async () => {
  show('reversed');
  await expect.element(page.getByText(copy.outcomes.reversed.text)).toBeVisible();
  expect(page.getByText(copy.successNext).query()).toBeNull();
});
