import { EntitySchema } from 'typeorm';
import { type Currency, currencies } from '#contracts/money.ts';
import { type RequestHold, requestHolds } from '#contracts/requests/request-holds.ts';
import { type RequestStatus, requestStatuses } from '#contracts/requests/request-status.ts';
import { type deliveries, durationUnits } from '#contracts/requests/request-views.ts';
import {
  amountMinor,
  createdAt,
  flag,
  id,
  moment,
  oneOf,
  optionalText,
  reference,
  text,
} from '#services/platform/database/columns.ts';

/** A learner's course-funding request. */
export interface HelpRequest {
  id: string;
  learnerId: string;
  courseTitle: string;
  platform: string;
  link: string;
  priceMinor: number;
  currency: Currency;
  duration: number;
  durationUnit: (typeof durationUnits)[number];
  motivation: string;
  socials: string;
  delivery: keyof typeof deliveries;
  /** E-mail of the learner's account on the platform; the encrypted password is in {@link PlatformLogin}. */
  accountEmail: string | null;
  /** What the invoice of the learner's school says; null for other deliveries. */
  invoiceReference: string | null;
  invoicePayee: string | null;
  /** The invoice is not uploaded yet: the request is not listed and cannot be paid. */
  needsInvoice: boolean;
  /** When the learner last confirmed the price, and was asked to since. */
  priceConfirmedAt: Date;
  priceAskedAt: Date | null;
  /** The price was not confirmed in time: the request is not listed and cannot be paid. */
  needsPrice: boolean;
  isPrivate: boolean;
  isPublic: boolean;
  status: RequestStatus;
  reservedById: string | null;
  reservedUntil: Date | null;
  paidAt: Date | null;
  withdrawnAt: Date | null;
  /** Number of edits by the learner. */
  revision: number;
  /** Number of changes to what a payment is based on: course, platform, link or price. */
  terms: number;
  enrolledAt: Date | null;
  completedAt: Date | null;
  /** Why it is hidden or its payments are paused; only `hold-request.ts` changes it. */
  holds: RequestHold[];
  isSample: boolean;
  createdAt: Date;
}

export const HelpRequestEntity = new EntitySchema<HelpRequest>({
  name: 'HelpRequest',
  tableName: 'requests',
  columns: {
    id,
    learnerId: reference('User', { onDelete: 'CASCADE' }),
    courseTitle: text,
    platform: text,
    link: text,
    priceMinor: amountMinor,
    currency: text,
    duration: { type: 'integer' },
    durationUnit: text,
    motivation: text,
    socials: text,
    delivery: text,
    accountEmail: optionalText,
    invoiceReference: optionalText,
    invoicePayee: optionalText,
    needsInvoice: flag,
    priceConfirmedAt: createdAt,
    priceAskedAt: moment,
    needsPrice: flag,
    isPrivate: flag,
    isPublic: flag,
    status: { ...text, default: 'pending' },
    reservedById: reference('User', { onDelete: 'SET NULL', nullable: true }),
    reservedUntil: moment,
    paidAt: moment,
    withdrawnAt: moment,
    revision: { type: 'integer', default: 0 },
    terms: { type: 'integer', default: 0 },
    enrolledAt: moment,
    completedAt: moment,
    holds: { type: 'text', array: true, default: () => `'{}'` },
    isSample: flag,
    createdAt,
  },
  indices: [
    { name: 'requests_learner', columns: ['learnerId', 'createdAt'] },
    { name: 'requests_reserved', columns: ['reservedUntil'], where: `status = 'reserved'` },
    { name: 'requests_price_confirmed', columns: ['priceConfirmedAt'], where: `status = 'pending'` },
    {
      name: 'requests_paused',
      columns: ['id'],
      where: `holds = ARRAY['frozen'] AND status IN ('pending', 'reserved')`,
    },
    { name: 'requests_open', columns: ['createdAt'], where: `status IN ('pending', 'reserved')` },
    { name: 'requests_reserved_by', columns: ['reservedById'], where: 'reserved_by_id IS NOT NULL' },
  ],
  checks: [
    { name: 'requests_price_positive', expression: 'price_minor > 0' },
    { name: 'requests_currency_known', expression: oneOf('currency', currencies) },
    { name: 'requests_duration_positive', expression: 'duration > 0' },
    { name: 'requests_duration_unit_known', expression: oneOf('duration_unit', durationUnits) },
    { name: 'requests_status_known', expression: oneOf('status', requestStatuses) },
    {
      name: 'requests_holds_known',
      expression: `holds <@ ARRAY[${requestHolds.map((hold) => `'${hold}'`).join(', ')}]`,
    },
    { name: 'requests_visible', expression: 'is_private OR is_public' },
    { name: 'requests_reserved_until', expression: `status <> 'reserved' OR reserved_until IS NOT NULL` },
    {
      name: 'requests_invoice',
      expression: `(delivery = 'school-invoice') = (invoice_reference IS NOT NULL AND invoice_payee IS NOT NULL)`,
    },
    {
      name: 'requests_paid_at',
      expression: `(paid_at IS NOT NULL) = (status IN ('paid', 'enrolled', 'completed', 'refunded'))`,
    },
  ],
});
