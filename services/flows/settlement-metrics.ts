import { Histogram } from 'prom-client';
import { currentExemplar, type ExemplarLabel } from '#services/platform/metrics/exemplar.ts';
import { registry } from '#services/platform/metrics/registry.ts';

const duration = new Histogram<ExemplarLabel>({
  name: 'courselift_settlement_seconds',
  help: 'Time from the payment at the provider until its request is paid, for payments that this process settled.',
  buckets: [0.5, 1, 2, 5, 10, 30, 60, 300, 3_600, 86_400],
  // A payment that took long is found by its trace.
  enableExemplars: true,
  registers: [registry],
});

/** Records a payment that was approved now. A provider whose clock is ahead counts as no delay. */
export function observeSettlement(paidAt: Date | null | undefined): void {
  if (!paidAt) return;
  const value = Math.max(0, Date.now() - paidAt.getTime()) / 1000;
  duration.observe({ value, exemplarLabels: currentExemplar() });
}
