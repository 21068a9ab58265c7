import { Router } from 'express';
import { ledgerTotals } from '../control/ledger-totals.ts';
import { type BookStores, readBooks } from '../control/read-books.ts';
import { sendProviderError } from './provider-error.ts';
import { requireKey } from './require-key.ts';
import type { RunCall } from './run-call.ts';

/** `GET /balance`: the merchant's money at the provider, per currency in minor units. */
export function createBalanceApi(stores: BookStores, run: RunCall, secretKey: string) {
  const api = Router();
  api.use(requireKey(secretKey));
  api.get('/', (_req, res) =>
    run(res, 'balance', { reference: '', email: '' }, () => ({
      status: true,
      message: 'Balances retrieved',
      data: Object.entries(ledgerTotals(readBooks(stores))).map(([currency, { balanceMinor }]) => ({
        currency,
        balance: balanceMinor,
      })),
    })),
  );
  api.use(sendProviderError);
  return api;
}
