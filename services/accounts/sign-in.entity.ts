import * as column from '#services/platform/database/columns.ts';
import { defineEntity, type RowOf } from '#services/platform/database/define-entity.ts';
import { accountLinks, type LinkPurpose } from '#services/platform/tokens/links.ts';

/** A sign-in session. Its id is the `jti` of one token, so ending the session invalidates the token. */
export type Session = RowOf<typeof SessionEntity>;

export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  columns: {
    id: column.id,
    userId: column.reference('User', { onDelete: 'CASCADE' }),
    /** The User-Agent header, cut at 300 characters. */
    userAgent: column.optionalText,
    /** Keyed hash of the address at the sign-in; null for one without meaning. */
    networkHash: column.optionalText,
    /** Country of the address at the sign-in, a guess; null when unknown. */
    country: column.optional(column.countryCode),
    createdAt: column.createdAt,
    /** Accurate to five minutes. */
    lastSeenAt: column.createdAt,
    /** When the person last proved again who they are; null since the sign-in. */
    confirmedAt: column.moment,
    expiresAt: column.time,
    revokedAt: column.moment,
  },
  indices: [{ name: 'sessions_user', columns: ['userId'] }],
});

/** A single-use, expiring link sent by mail. Its signed token is never stored. */
export type AccountLink = RowOf<typeof AccountLinkEntity>;

export const AccountLinkEntity = defineEntity({
  name: 'AccountLink',
  tableName: 'account_links',
  columns: {
    id: column.id,
    userId: column.reference('User', { onDelete: 'CASCADE' }),
    purpose: column.oneOf(Object.keys(accountLinks) as LinkPurpose[]),
    /** The address to confirm, to change to, or to restore. Lower-cased. */
    address: column.address,
    /** Whether the address stays reserved for this account until the link is used or expires. */
    isReserved: column.flag,
    expiresAt: column.time,
    usedAt: column.moment,
    /** When a guardian did not agree by it. */
    refusedAt: column.moment,
    createdAt: column.createdAt,
  },
  indices: [
    { name: 'account_links_user', columns: ['userId', 'purpose'] },
    { name: 'account_links_address', columns: ['address', 'purpose'], where: 'used_at IS NULL' },
  ],
});

/**
 * A request for a password reset. Stored for known and unknown addresses alike, so that the response time
 * does not reveal accounts; a worker looks the account up and deletes the row.
 */
export const PasswordResetRequestEntity = defineEntity({
  name: 'PasswordResetRequest',
  tableName: 'password_resets',
  columns: {
    id: column.id,
    /** Trimmed and lower-cased. */
    email: column.text,
    createdAt: column.createdAt,
  },
  indices: [{ name: 'password_resets_email', columns: ['email'] }],
});

/** A Google account linked to an account, one to one. */
export const GoogleIdentityEntity = defineEntity({
  name: 'GoogleIdentity',
  tableName: 'google_identities',
  columns: {
    sub: { ...column.text, primary: true },
    userId: column.reference('User', { onDelete: 'CASCADE' }),
    /** The Google address at the time of linking. Lower-cased. */
    email: column.address,
    createdAt: column.createdAt,
  },
  indices: [{ name: 'google_identities_user_unique', columns: ['userId'], unique: true }],
});

/** A used registration ticket, stored until after its expiry so that it cannot be replayed. */
export const UsedGoogleTicketEntity = defineEntity({
  name: 'UsedGoogleTicket',
  tableName: 'used_google_tickets',
  columns: {
    id: { ...column.uuid, primary: true },
    expiresAt: column.time,
  },
  indices: [{ name: 'used_google_tickets_expired', columns: ['expiresAt'] }],
});
