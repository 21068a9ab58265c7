import { Router } from 'express';
import { providerErrors, sendProviderError } from './provider-error.ts';
import { requireKey } from './require-key.ts';
import type { RunCall } from './run-call.ts';

const banks = ['Access Bank', 'First Bank of Nigeria', 'Guaranty Trust Bank', 'Test Bank', 'Zenith Bank'];
/** Those that the provider's document has for this call. */
const currencies = ['GHS', 'KES', 'NGN', 'ZAR'];
const addedAt = '2026-01-01T00:00:00.000Z';

/** `GET /bank`: the banks that the provider can pay to. */
export function createBankApi(run: RunCall, secretKey: string) {
  const api = Router();
  api.use(requireKey(secretKey));
  api.get('/', (req, res) =>
    run(res, 'banks', { reference: '', email: '' }, () => {
      const currency = currencies.find((code) => code === (req.query.currency ?? 'NGN'));
      if (!currency) throw providerErrors.unsupportedCurrency();
      return {
        status: true,
        message: 'Banks retrieved',
        data: banks.map((name, index) => ({
          id: index + 1,
          name,
          slug: name.toLowerCase().replaceAll(' ', '-'),
          code: String(100 + index),
          longcode: '',
          gateway: null,
          pay_with_bank: false,
          supports_transfer: true,
          available_for_direct_debit: false,
          active: true,
          is_deleted: false,
          country: 'Nigeria',
          currency,
          type: 'nuban',
          createdAt: addedAt,
          updatedAt: addedAt,
        })),
      };
    }),
  );
  api.use(sendProviderError);
  return api;
}
