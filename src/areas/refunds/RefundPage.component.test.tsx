import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { getProfile } from '#contracts/accounts/profile.ts';
import { confirmIdentity } from '#contracts/accounts/profile-changes.ts';
import { type LinkedRefund, readRefundLink, sendRefundAccount } from '#contracts/refunds/refunds.ts';
import { incompleteLink } from '#src/browser/link-token.ts';
import { $token } from '#src/browser/session.ts';
import { fail, hang, render, succeed } from '#tests/support/browser/render-island.tsx';
import { ownProfile } from '#tests/support/browser/view-fixtures.ts';
import { ConfirmIdentity } from '../accounts/ConfirmIdentity.tsx';
import { profileCopy } from '../accounts/profile/profile.copy.ts';
import { RefundPage } from './RefundPage.tsx';
import { refundCopy as copy } from './refund.copy.ts';

const refund: LinkedRefund = {
  status: 'needs_attention',
  amount: 20_018,
  currency: 'NGN',
  courseTitle: 'Machine Learning',
  reference: 'pay-1',
  needsAccount: true,
  needsIdentity: false,
  banks: [{ id: '7', name: 'Bank of Lagos' }],
};
const show = (linkedRefund: LinkedRefund) => {
  succeed(readRefundLink, { message: 'Refund.', data: linkedRefund });
  render(<RefundPage Proof={ConfirmIdentity} />);
};
const send = () => page.getByRole('button', { name: copy.send }).click();
const sent = { ...refund, needsAccount: false, banks: [] };

beforeEach(() => history.replaceState(null, '', '/refund?token=abc'));

it('says that the link is incomplete', async () => {
  history.replaceState(null, '', '/refund');
  render(<RefundPage Proof={ConfirmIdentity} />);
  await expect.element(page.getByText(incompleteLink)).toBeVisible();
});

it('says that it is loading', async () => {
  hang(readRefundLink);
  render(<RefundPage Proof={ConfirmIdentity} />);
  await expect.element(page.getByRole('status')).toHaveTextContent(copy.loading);
});

it('shows why it could not be loaded', async () => {
  fail(readRefundLink, 503, '');
  render(<RefundPage Proof={ConfirmIdentity} />);
  await expect.element(page.getByRole('alert')).toMatchTextContent(copy.loadFailed);
});

it('shows the state of a refund that needs no account', async () => {
  show({ ...sent, status: 'processed' });
  await expect.element(page.getByText(copy.states.processed)).toBeVisible();
  await expect.element(page.getByText('₦20,018')).toBeVisible();
});

it('names what is missing, keeps what was typed when it is rejected, and thanks for the account', async () => {
  show(refund);
  await send();
  await expect.element(page.getByText('Please choose your bank.').first()).toBeVisible();
  await page.getByLabelText(copy.bank, { exact: true }).selectOptions('7');
  await page.getByLabelText(copy.accountNumber).fill('0123456789');
  fail(sendRefundAccount, 503, 'The provider is unavailable.');
  await send();
  await expect.element(page.getByText('The provider is unavailable.')).toBeVisible();
  await expect.element(page.getByLabelText(copy.accountNumber)).toHaveValue('0123456789');
  succeed(sendRefundAccount, { message: 'Thank you.', data: sent });
  await send();
  await expect.element(page.getByText(copy.sent)).toBeVisible();
});

it('names no bank where the provider has none for the currency, and says where to write', async () => {
  show({ ...refund, currency: 'USD', banks: [] });
  await expect.element(page.getByText(copy.noBanks('USD'))).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: copy.support }))
    .toHaveAttribute('href', `mailto:${copy.support}`);
  expect(page.getByLabelText(copy.accountNumber).query()).toBeNull();
});

it('leads a payer who comes from the dashboard and is signed out to the sign-in first', async () => {
  $token.set('');
  show({ ...refund, needsIdentity: true });
  await expect.element(page.getByText(copy.signInFirst)).toBeVisible();
  await expect.element(page.getByRole('button', { name: copy.signIn })).toBeVisible();
  expect(page.getByLabelText(copy.accountNumber).query()).toBeNull();
});

it('keeps typed bank details while it asks for another proof of identity', async () => {
  succeed(getProfile, { message: '', data: ownProfile });
  show(refund);
  await page.getByLabelText(copy.bank, { exact: true }).selectOptions('7');
  await page.getByLabelText(copy.accountNumber).fill('0123456789');
  fail(sendRefundAccount, 403, 'Please confirm that it is you first.');
  succeed(readRefundLink, { message: 'Refund.', data: { ...refund, needsIdentity: true } });
  await send();
  await page.getByLabelText(profileCopy.confirm.password, { exact: true }).fill('correct horse battery');
  await expect.element(page.getByLabelText(copy.accountNumber)).not.toBeVisible();
  succeed(confirmIdentity, { message: '' });
  succeed(readRefundLink, { message: 'Refund.', data: refund });
  await page.getByRole('button', { name: profileCopy.confirm.submit }).click();
  await expect.element(page.getByLabelText(copy.accountNumber)).toHaveValue('0123456789');
  await expect.element(page.getByLabelText(copy.accountNumber)).toHaveFocus();
  succeed(sendRefundAccount, { message: 'Thank you.', data: sent });
  await send();
  await expect.element(page.getByText(copy.sent)).toBeVisible();
});
