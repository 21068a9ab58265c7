import { Router } from 'express';
import type { PaymentSettingsStore } from '../payment-settings.ts';
import { type RunCall, selectorOf, success } from './protocol.ts';
import { providerErrors } from './provider-error.ts';

/** Banks by currency; those are the ones that the provider's document has for this call. */
const countries = new Map([
  ['GHS', { country: 'Ghana', banks: ['Absa Bank Ghana', 'GCB Bank'] }],
  ['KES', { country: 'Kenya', banks: ['Equity Bank', 'KCB Bank'] }],
  [
    'NGN',
    {
      country: 'Nigeria',
      banks: ['Access Bank', 'First Bank of Nigeria', 'Guaranty Trust Bank', 'Test Bank', 'Zenith Bank'],
    },
  ],
  ['ZAR', { country: 'South Africa', banks: ['Capitec Bank', 'Nedbank'] }],
]);
const addedAt = '2026-01-01T00:00:00.000Z';

/** `GET /bank`: the banks that the provider can pay to. */
export function createBankApi(run: RunCall) {
  const api = Router();
  api.get('/', (req, res) =>
    run(res, 'banks', selectorOf(undefined), () => {
      const { currency = 'NGN' } = req.query as { currency?: string };
      const known = countries.get(currency);
      if (!known) throw providerErrors.unsupportedCurrency();
      const data = known.banks.map((name, index) => ({
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
        country: known.country,
        currency,
        type: 'nuban',
        createdAt: addedAt,
        updatedAt: addedAt,
      }));
      return success('Banks retrieved', data);
    }),
  );
  return api;
}

/** `GET` and `PUT /integration/payment_session_timeout` (payments protocol, "Other facts"). */
export function createIntegrationApi(settings: PaymentSettingsStore) {
  const api = Router();
  const data = () => ({ payment_session_timeout: settings.get().sessionTimeoutS });

  api.get('/payment_session_timeout', (_req, res) => {
    res.json(success('Payment session timeout retrieved', data()));
  });
  api.put('/payment_session_timeout', (req, res) => {
    const { timeout } = Object(req.body) as { timeout?: unknown };
    const seconds = Number(timeout);
    if (timeout === undefined || !Number.isInteger(seconds) || seconds < 0) {
      throw providerErrors.invalidParameter('"timeout" must be a whole number of seconds');
    }
    settings.change({ sessionTimeoutS: seconds });
    res.json(success('Payment session timeout updated', data()));
  });

  return api;
}
