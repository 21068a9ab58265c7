import { z } from 'zod';
import type { SandboxStore } from '../sandbox-store.ts';

/** Body of `PATCH /payments/control/settings`: settings for all transactions. */
export const PaymentSettingsChangeSchema = z.strictObject({
  /** off: webhooks are dropped, not postponed. */
  webhooks: z.exactOptional(z.enum(['on', 'off'])),
  /** Retry schedule. live: every 3 minutes, 4 attempts, then hourly for 72 h. test: hourly for 10 h. */
  webhookSchedule: z.exactOptional(z.enum(['live', 'test'])),
  /** Speed factor of the retry schedule; 1 is real time. */
  webhookSpeed: z.exactOptional(z.number().min(1).max(1_000_000)),
  /** Receiver of webhooks; null: the product. */
  webhookUrl: z.exactOptional(z.url({ protocol: /^https?$/ }).nullable()),
  /** 404 is documented; 400, then with an error code, has been observed. */
  unknownReferenceStatus: z.exactOptional(z.literal([400, 404])),
  /** true: reject GBP, as the real provider does. */
  strictCurrencies: z.exactOptional(z.boolean()),
  /** true: the payer bears the provider's fee, which is added to the amount. */
  payersBearFees: z.exactOptional(z.boolean()),
  /** false: rows of the list of transactions have no reference, as some of the provider's. */
  listsReferences: z.exactOptional(z.boolean()),
  /** Milliseconds after which a refund moves on by itself: pending, processing, outcome. null: only by the control API. */
  refundStepMs: z.exactOptional(z.number().int().min(0).nullable()),
  /** How refunds end that move by themselves. */
  refundOutcome: z.exactOptional(z.enum(['processed', 'failed', 'needs-attention'])),
  /** Seconds after which a checkout page can no longer be used; 0: never. The product sets it by the protocol. */
  sessionTimeoutS: z.exactOptional(z.number().int().min(0)),
});

type PaymentSettingsChange = z.output<typeof PaymentSettingsChangeSchema>;
export type PaymentSettings = Required<PaymentSettingsChange>;

const defaults: PaymentSettings = {
  webhooks: 'on',
  webhookSchedule: 'live',
  webhookSpeed: 1,
  webhookUrl: null,
  unknownReferenceStatus: 404,
  strictCurrencies: false,
  payersBearFees: false,
  listsReferences: true,
  refundStepMs: 3_000,
  refundOutcome: 'processed',
  sessionTimeoutS: 0,
};

/** The stored settings; see {@link createPaymentSettings}. */
export type PaymentSettingsStore = ReturnType<typeof createPaymentSettings>;

/** Opens the settings stored in `store`. */
export function createPaymentSettings({ db }: SandboxStore) {
  const select = db.prepare("SELECT value FROM settings WHERE name = 'payments'");
  const write = db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES ('payments', ?)");
  const stored = select.get();
  let current: PaymentSettings = { ...defaults, ...(stored && JSON.parse(String(stored.value))) };
  function set(next: PaymentSettings): PaymentSettings {
    write.run(JSON.stringify(next));
    current = next;
    return current;
  }
  return {
    get: () => current,
    change: (change: PaymentSettingsChange) => set({ ...current, ...change }),
    reset: () => set(defaults),
  };
}
