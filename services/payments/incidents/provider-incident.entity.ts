import { EntitySchema } from 'typeorm';
import {
  amountMinor,
  createdAt,
  id,
  moment,
  oneOf,
  optionalText,
  reference,
  text,
} from '#services/platform/database/columns.ts';

/** Kinds of reports that the provider sends besides charges. */
export const incidentKinds = ['refund', 'dispute', 'rejected_transfer'] as const;

/** One report of the provider about a refund, a dispute or a rejected transfer; append-only. */
export interface ProviderIncident {
  id: string;
  /** The stored webhook; one row for each. */
  webhookEventId: string;
  /** Null when the provider names no transaction, or one that is not ours. */
  paymentId: string | null;
  kind: (typeof incidentKinds)[number];
  /** The provider's event name, such as `charge.dispute.create`. */
  event: string;
  reference: string | null;
  /** The provider's id of the dispute or refund, where it sends one. */
  providerId: string | null;
  status: string | null;
  amountMinor: number | null;
  currency: string | null;
  /** When a dispute is accepted automatically unless it is contested. */
  dueAt: Date | null;
  /** Category, resolution or message of the provider. */
  detail: string | null;
  createdAt: Date;
}

export const ProviderIncidentEntity = new EntitySchema<ProviderIncident>({
  name: 'ProviderIncident',
  tableName: 'provider_incidents',
  columns: {
    id,
    webhookEventId: reference('WebhookEvent'),
    paymentId: reference('Payment', { nullable: true }),
    kind: text,
    event: text,
    reference: optionalText,
    providerId: optionalText,
    status: optionalText,
    amountMinor: { ...amountMinor, nullable: true },
    currency: optionalText,
    dueAt: moment,
    detail: optionalText,
    createdAt,
  },
  indices: [
    { name: 'provider_incidents_once', columns: ['webhookEventId'], unique: true },
    { name: 'provider_incidents_payment', columns: ['paymentId', 'createdAt'] },
  ],
  checks: [{ name: 'provider_incidents_kind_known', expression: oneOf('kind', incidentKinds) }],
});
