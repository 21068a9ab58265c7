import { Router } from 'express';
import { sendProviderError } from './provider-error.ts';
import { requireKey } from './require-key.ts';
import type { RunCall } from './run-call.ts';

const banks = ['Access Bank', 'First Bank of Nigeria', 'Guaranty Trust Bank', 'Test Bank', 'Zenith Bank'];

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
        currency: req.query.currency ?? 'NGN',
        active: true,
      })),
    })),
  );
  api.use(sendProviderError);
  return api;
}
