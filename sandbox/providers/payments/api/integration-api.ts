import express, { Router } from 'express';
import type { PaymentSettingsStore } from '../payment-settings.ts';
import { providerErrors, sendProviderError } from './provider-error.ts';
import { requireKey } from './require-key.ts';

/** `GET` and `PUT /integration/payment_session_timeout` (payments protocol, "Other facts"). */
export function createIntegrationApi(settings: PaymentSettingsStore, secretKey: string) {
  const api = Router();
  api.use(requireKey(secretKey));
  api.use(express.json({ limit: '1mb' }));
  const data = () => ({ payment_session_timeout: settings.get().sessionTimeoutS });

  api.get('/payment_session_timeout', (_req, res) => {
    res.json({ status: true, message: 'Payment session timeout retrieved', data: data() });
  });
  api.put('/payment_session_timeout', (req, res) => {
    const { timeout } = Object(req.body) as { timeout?: unknown };
    const seconds = Number(timeout);
    if (timeout === undefined || !Number.isInteger(seconds) || seconds < 0) {
      throw providerErrors.invalidParameter('"timeout" must be a whole number of seconds');
    }
    settings.change({ sessionTimeoutS: seconds });
    res.json({ status: true, message: 'Payment session timeout updated', data: data() });
  });

  api.use(() => {
    throw providerErrors.unknownRoute();
  });
  api.use(sendProviderError);
  return api;
}
