import { Histogram } from 'prom-client';
import { registry } from '#services/platform/metrics/registry.ts';

const duration = new Histogram({
  name: 'courselift_settlement_seconds',
  help: 'Time from the payment at the provider until its request is paid, for payments that this process settled.',
  buckets: [0.5, 1, 2, 5, 10, 30, 60, 300, 3_600, 86_400],
  registers: [registry],
});

/** Records a payment that was approved now. A provider whose clock is ahead counts as no delay. */
export function observeSettlement(paidAt: Date | null | undefined): void {
  if (paidAt) duration.observe(Math.max(0, Date.now() - paidAt.getTime()) / 1000);
}
