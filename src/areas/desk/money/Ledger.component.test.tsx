import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { getLedger } from '#contracts/desk/desk-money.ts';
import { render, succeed } from '#tests/support/browser/render-island.tsx';
import { Ledger } from './Ledger.tsx';

const balance = (account: string, balanceMinor: number, about: string | null = null) => ({
  account,
  about,
  currency: 'NGN',
  accounts: 1,
  debitsMinor: Math.max(0, balanceMinor),
  creditsMinor: Math.max(0, -balanceMinor),
  balanceMinor,
});
const request = 'request:0b7ac1f4-6c1f-4d4e-9d9b-1d3c5c5a2b11';
const botany = 'Botany, Kwame Mensah';

it('names each account and says what its balance means', async () => {
  const balances = [balance('completion_fund', 3_390_000), balance('provider', 2_000_000)];
  succeed(getLedger, {
    message: 'The ledger.',
    data: { balances, transactions: [], currentPage: 1, hasMore: false },
  });
  render(<Ledger />);
  const fund = page.getByRole('row', { name: /^Completion fund NGN/ });
  await expect
    .element(fund.getByText('overdrawn by ₦33,900.00, ours to cover', { exact: true }))
    .toBeVisible();
  await expect.element(fund.getByText('−₦33,900.00', { exact: true })).toBeVisible();
  expect(page.getByText('overdrawn').elements()).toHaveLength(1);
  const provider = page.getByRole('row', { name: /^Money at the payment provider NGN/ });
  await expect
    .element(provider.getByText('₦20,000.00 with the provider, after its fees', { exact: true }))
    .toBeVisible();
});

it('names requests and payments instead of their ids', async () => {
  const amount = (minor: number) => ({ minor, currency: 'NGN' });
  succeed(getLedger, {
    message: 'The ledger.',
    data: {
      balances: [balance(request, -2_000_000, botany)],
      transactions: [
        {
          ...{ id: 't', kind: 'capture', reference: 'p', paymentId: 'p', actor: null },
          paymentAbout: 'Botany · David Okoro · CL-000014',
          at: '2026-11-20T08:00:00.000Z',
          postings: [
            { account: 'provider', about: null, amount: amount(2_000_000) },
            { account: request, about: botany, amount: amount(-2_000_000) },
          ],
        },
      ],
      currentPage: 1,
      hasMore: false,
    },
  });
  render(<Ledger />);
  await expect.element(page.getByText('Payment received', { exact: true })).toBeVisible();
  const payment = page.getByRole('link', { name: 'Botany · David Okoro · CL-000014' });
  await expect.element(payment).toHaveAttribute('href', '/ops/money?id=p');
  const held = page.getByRole('link', { name: `Held for ${botany}` }).first();
  await expect.element(held).toHaveAttribute('href', expect.stringContaining('account=request%3A0b7ac1f4'));
  expect(page.getByText('0b7ac1f4').elements()).toHaveLength(0);
  expect(page.getByText('−').elements()).toHaveLength(0);
});
