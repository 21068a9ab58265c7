import { documentFile } from '#contracts/document-file.ts';
import { currencies } from '#contracts/money.ts';
import { type RequestHold, requestHolds } from '#contracts/requests/request-holds.ts';
import { requestStatuses } from '#contracts/requests/request-status.ts';
import { type deliveries, durationUnits } from '#contracts/requests/request-views.ts';
import * as column from '#services/platform/database/columns.ts';
import { defineEntity, type RowOf } from '#services/platform/database/define-entity.ts';
import { fileColumns } from '#services/platform/files/stored-object.entity.ts';

/** A learner's course-funding request. */
export type HelpRequest = RowOf<typeof HelpRequestEntity>;

export const HelpRequestEntity = defineEntity({
  name: 'HelpRequest',
  tableName: 'requests',
  columns: {
    id: column.id,
    learnerId: column.reference('User', { onDelete: 'CASCADE' }),
    courseTitle: column.kept(column.text),
    platform: column.kept(column.text),
    link: column.emptied(column.text),
    priceMinor: column.amountMinor,
    currency: column.oneOf(currencies),
    duration: column.integer,
    durationUnit: column.oneOf(durationUnits),
    motivation: column.emptied(column.text),
    socials: column.emptied(column.text),
    delivery: column.kept(column.textOf<keyof typeof deliveries>()),
    /** E-mail of the learner's account on the platform; the encrypted password is in {@link PlatformLogin}. */
    accountEmail: column.emptied(column.optionalText),
    /** Content of the invoice of the learner's school; null for other deliveries, also after an erasure. */
    invoiceReference: column.emptied(column.optionalText, 'left(r.invoice_reference, 0)'),
    invoicePayee: column.emptied(column.optionalText, 'left(r.invoice_payee, 0)'),
    /** The invoice is not uploaded yet: the request is not listed and cannot be paid. */
    needsInvoice: column.flag,
    /** When the learner last confirmed the price, and was asked to since. */
    priceConfirmedAt: column.createdAt,
    priceAskedAt: column.moment,
    /** The price was not confirmed in time: the request is not listed and cannot be paid. */
    needsPrice: column.flag,
    isPrivate: column.flag,
    isPublic: column.flag,
    /** A public request that visitors see too, in a reduced form. */
    isForVisitors: column.flag,
    status: column.oneOf(requestStatuses, { default: 'pending' }),
    reservedById: column.ofOthers(column.reference('User', { onDelete: 'SET NULL', nullable: true })),
    reservedUntil: column.moment,
    paidAt: column.moment,
    withdrawnAt: column.moment,
    /** Number of edits by the learner. */
    revision: column.counter,
    /** Number of changes to what a payment is based on: course, platform, link or price. */
    terms: column.counter,
    enrolledAt: column.moment,
    completedAt: column.moment,
    /** Why it is hidden or its payments are paused; only `change-request.ts` changes it. */
    holds: column.kept(column.textList<RequestHold>()),
    /** Hash of the title, platform and reason that an operator has read last, and whether invitations show them (decision 049). */
    invitationTextHash: column.internal(column.emptied(column.optionalText)),
    isInvitationTextShown: column.flag,
    isSample: column.flag,
    createdAt: column.createdAt,
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
    {
      name: 'requests_for_visitors',
      columns: ['createdAt', 'id'],
      where: `is_for_visitors AND status IN ('pending', 'reserved')`,
    },
    { name: 'requests_paid', columns: ['paidAt'], where: 'NOT is_sample' },
    // Of trigrams, which only a migration can say.
    { name: 'requests_title', columns: ['courseTitle'], synchronize: false },
    { name: 'requests_reserved_by', columns: ['reservedById'], where: 'reserved_by_id IS NOT NULL' },
  ],
  checks: [
    { name: 'requests_price_positive', expression: 'price_minor > 0' },
    { name: 'requests_duration_positive', expression: 'duration > 0' },
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

/**
 * The encrypted password of a learner's platform login; in a separate table so that no query of requests returns it.
 */
export type PlatformLogin = RowOf<typeof PlatformLoginEntity>;

export const PlatformLoginEntity = defineEntity({
  name: 'PlatformLogin',
  tableName: 'platform_logins',
  columns: {
    requestId: column.reference('HelpRequest', { onDelete: 'CASCADE', primary: true }),
    ...column.encrypted,
    createdAt: column.createdAt,
  },
});

/** An address that a private request invites. */
export type Recipient = RowOf<typeof RecipientEntity>;

export const RecipientEntity = defineEntity({
  name: 'Recipient',
  tableName: 'request_recipients',
  columns: {
    id: column.exportedTo(column.id, 'learner'),
    requestId: column.reference('HelpRequest', { onDelete: 'CASCADE' }),
    email: column.exportedTo(column.address, 'learner', 'recipient'),
    /** When the last mail was sent. */
    invitedAt: column.moment,
    /** Number of resends, and the time of the last one. */
    resends: column.exportedTo(column.counter, 'learner'),
    resentAt: column.exportedTo(column.moment, 'learner'),
  },
  indices: [
    { name: 'request_recipients_once', columns: ['requestId', 'email'], unique: true },
    { name: 'request_recipients_email', columns: ['email'] },
  ],
});

/**
 * Counts and times of the invitations sent to an address that was removed from a request, so that removing and adding
 * it again does not reset the pause or the maximum number of mails.
 */
export const FormerRecipientEntity = defineEntity({
  name: 'FormerRecipient',
  tableName: 'former_recipients',
  columns: {
    requestId: column.reference('HelpRequest', { onDelete: 'CASCADE', primary: true }),
    /** Hash only; the address itself is not stored. */
    addressHash: { ...column.ofOthers(column.text), primary: true },
    invitedAt: column.time,
    resends: column.integer,
    resentAt: column.moment,
  },
});

/** The invoice of a learner's school that is paid instead of an order on a platform; at most one per request. */
export const InvoiceEntity = defineEntity({
  name: 'Invoice',
  tableName: 'invoices',
  columns: {
    requestId: column.reference('HelpRequest', { onDelete: 'CASCADE', primary: true }),
    contentType: column.oneOf(documentFile.types),
    ...fileColumns,
    createdAt: column.createdAt,
  },
});

/** A sponsor's first view of a request; one row per pair. */
export const RequestViewEntity = defineEntity({
  name: 'RequestView',
  tableName: 'request_views',
  columns: {
    requestId: column.reference('HelpRequest', { onDelete: 'CASCADE', primary: true }),
    sponsorId: column.reference('User', { onDelete: 'CASCADE', primary: true }),
    /** Time of the first view. */
    seenAt: column.createdAt,
  },
  indices: [{ name: 'request_views_sponsor', columns: ['sponsorId'] }],
});
