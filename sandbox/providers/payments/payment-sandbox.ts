import { Router } from 'express';
import { sendControlError } from '../control-error.ts';
import type { SandboxStore } from '../sandbox-store.ts';
import { createBankApi, createIntegrationApi } from './api/account-api.ts';
import { createDisputeApi, createEvidenceUpload } from './api/dispute-api.ts';
import { createCallRunner, createProtocol } from './api/protocol.ts';
import { createProviderApi } from './api/provider-api.ts';
import { createRefundApi } from './api/refund-api.ts';
import { createCheckout } from './checkout/checkout.ts';
import type { Merchant } from './checkout/checkout-page.ts';
import { createControlApi } from './control/control-api.ts';
import { controlGuide } from './control/control-guide.ts';
import { createPaymentStores } from './payment-stores.ts';
import { startRefundClock } from './refunds/process-refund.ts';
import { startWebhookSenderLoop } from './webhooks/send-webhooks.ts';

/** Settings of the fake payment provider. */
export interface PaymentSandboxOptions {
  secretKey: string;
  merchant: Merchant;
  /** The product's webhook URL; the control API can override it. */
  webhookUrl: string;
  checkoutUrl(accessCode: string): string;
  /** Returns the address to which a file of evidence is put. */
  uploadUrl(fileName: string): string;
}

/** Creates the fake payment provider, to be mounted at `/payments`. */
export function createPaymentSandbox(store: SandboxStore, options: PaymentSandboxOptions) {
  const { secretKey, merchant, checkoutUrl, uploadUrl } = options;
  const deps = createPaymentStores(store);
  const { settings, webhooks } = deps;
  const closing = new AbortController();
  const url = () => settings.get().webhookUrl ?? options.webhookUrl;
  const webhookLoop = startWebhookSenderLoop(webhooks, settings, { url, secretKey });
  const refundClock = startRefundClock(deps, webhookLoop.wake);
  const run = createCallRunner(deps.faults, refundClock.wake);

  const router = Router();
  router.use(createEvidenceUpload(deps));
  router.use(
    createProtocol(secretKey, {
      '/transaction': createProviderApi(deps, run, checkoutUrl),
      '/refund': createRefundApi(deps, run),
      '/dispute': createDisputeApi(deps, run, uploadUrl),
      '/bank': createBankApi(run),
      '/integration': createIntegrationApi(settings),
    }),
  );
  router.use('/checkout', createCheckout(deps, { merchant, onPaid: webhookLoop.wake }));
  router.get('/control', controlGuide);
  const sender = { url, secretKey, closing: closing.signal };
  router.use('/control', createControlApi(deps, sender, refundClock.wake));
  router.use(sendControlError);

  return {
    router,
    async close() {
      closing.abort();
      refundClock.close();
      await webhookLoop.close();
    },
  };
}
