import * as z from 'zod';
import type { ProviderIncident } from './provider-incident.entity.ts';

/** An incident as a webhook reports it, without the columns that we add. */
export type ReportedIncident = Pick<
  ProviderIncident,
  'kind' | 'event' | 'providerId' | 'status' | 'amountMinor' | 'currency' | 'dueAt' | 'detail'
>;

const kinds: [pattern: RegExp, kind: ProviderIncident['kind']][] = [
  [/^refund\./, 'refund'],
  [/^charge\.dispute\./, 'dispute'],
  [/^bank\.transfer\.rejected$/, 'rejected_transfer'],
];

// The provider sends amounts as numbers in some events and as text in others. A field of unexpected shape is dropped
// instead of rejecting the webhook, so that the operators are notified in any case.
const text = z.string().trim().min(1).max(500).optional().catch(undefined);
const amount = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d+(\.0+)?$/)
      .transform(Number),
  ])
  .pipe(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER))
  .optional()
  .catch(undefined);
const ReportSchema = z.looseObject({
  id: z
    .union([z.number(), z.string().max(200)])
    .transform(String)
    .optional()
    .catch(undefined),
  status: text,
  amount,
  refund_amount: amount,
  currency: text,
  dueAt: z.string().pipe(z.coerce.date()).optional().catch(undefined),
  due_at: z.string().pipe(z.coerce.date()).optional().catch(undefined),
  category: text,
  resolution: text,
  message: text,
  message_type: text,
  reason: text,
});

/** Returns what a webhook reports about a refund, a dispute or a rejected transfer; undefined for any other event. */
export function readIncident(event: string, data: unknown): ReportedIncident | undefined {
  const kind = kinds.find(([pattern]) => pattern.test(event))?.[1];
  if (!kind) return undefined;
  const report = ReportSchema.parse(data);
  const details = [report.category, report.resolution, report.message_type, report.message, report.reason];
  return {
    kind,
    event,
    providerId: report.id ?? null,
    status: report.status ?? null,
    amountMinor: (kind === 'dispute' ? report.refund_amount : report.amount) ?? null,
    currency: report.currency ?? null,
    dueAt: report.dueAt ?? report.due_at ?? null,
    detail: details.filter(Boolean).join('; ') || null,
  };
}
