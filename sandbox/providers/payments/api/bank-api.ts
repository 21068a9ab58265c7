import { Router } from 'express';
import { sendProviderError } from './provider-error.ts';
import { requireKey } from './require-key.ts';
import type { RunCall } from './run-call.ts';

const banks = ['Access Bank', 'First Bank of Nigeria', 'Guaranty Trust Bank', 'Test Bank', 'Zenith Bank'];
const addedAt = '2026-01-01T00:00:00.000Z';

/** `GET /bank`: the banks that the provider can pay to. */
export function createBankApi(run: RunCall, secretKey: string) {
  const api = Router();
  api.use(requireKey(secretKey));
  api.get('/', (req, res) =>
    run(res, 'banks', { reference: '', email: '' }, () => ({
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
        currency: req.query.currency ?? 'NGN',
        type: 'nuban',
        createdAt: addedAt,
        updatedAt: addedAt,
      })),
    })),
  );
  api.use(sendProviderError);
  return api;
}
