import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { getLedger } from '#contracts/desk/desk-money.ts';
import { render, succeed } from '#tests/support/browser/render-island.tsx';
import { Ledger } from './Ledger.tsx';
import { moneyCopy } from './money.copy.ts';

const balance = (account: string, balanceMinor: number) => ({
  account,
  currency: 'NGN',
  accounts: 1,
  debitsMinor: Math.max(0, balanceMinor),
  creditsMinor: Math.max(0, -balanceMinor),
  balanceMinor,
});

it('calls an overdrawn fund overdrawn, and nothing else', async () => {
  const balances = [
    balance('completion_fund', 1_390_000),
    { ...balance('completion_fund', -5), currency: 'USD' },
    balance('provider', 2_000_000),
  ];
  succeed(getLedger, {
    message: 'The ledger.',
    data: { balances, transactions: [], currentPage: 1, hasMore: false },
  });
  render(<Ledger />);
  const row = page.getByRole('row', { name: /completion_fund NGN/ });
  await expect.element(row.getByText(moneyCopy.ledger.overdrawn, { exact: true })).toBeVisible();
  expect(page.getByText(moneyCopy.ledger.overdrawn, { exact: true }).elements()).toHaveLength(1);
});
