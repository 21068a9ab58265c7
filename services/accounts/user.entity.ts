import type { MailTopic } from '#contracts/accounts/mail-topics.ts';
import { roles } from '#contracts/endpoint.ts';
import * as column from '#services/platform/database/columns.ts';
import { defineEntity, type RowOf } from '#services/platform/database/define-entity.ts';
import { erasedMailDomain } from '#services/platform/email/mail-address.ts';
import { fileColumns } from '#services/platform/files/stored-object.entity.ts';

/** A registered user. */
export type User = RowOf<typeof UserEntity>;

export const UserEntity = defineEntity({
  name: 'User',
  tableName: 'users',
  columns: {
    id: column.id,
    /** Trimmed and lower-cased. */
    email: column.emptied(column.text, `r.id || '${erasedMailDomain}'`),
    fullName: column.emptied(column.text, `'Former member'`),
    phoneNumber: column.emptied(column.optionalText),
    country: column.emptied(column.optionalText),
    gender: column.emptied(column.optional(column.oneOf(['male', 'female', 'nb']))),
    role: column.oneOf(roles),
    /** argon2id, in PHC form; null for an account without a password. */
    passwordHash: { ...column.secret(column.emptied(column.optionalText)), select: false },
    emailVerifiedAt: column.emptied(column.moment),
    /** IANA name of the browser's time zone at the last visit. */
    timeZone: column.emptied(column.optionalText),
    /** Whether a learner hides the address from sponsors. */
    hidesEmail: column.flag,
    /** A learner under 18 with a guardian; only the first name is stored, and no picture. */
    isMinor: column.emptied(column.flag, 'false'),
    /** Lower-cased; null for adults. */
    guardianEmail: column.emptied(column.optionalText),
    guardianAgreedAt: column.emptied(column.moment),
    /** When the guardian did not agree; null once they did, or another one is named. */
    guardianRefusedAt: column.emptied(column.moment),
    /** First day of the month after the 18th birthday of a minor, as `2029-06-01`; null when it is unknown. */
    adultFrom: column.emptied(column.optionalDate),
    /** When its person deleted it; the row is deleted or emptied soon after. */
    erasureRequestedAt: column.moment,
    isSample: column.flag,
    createdAt: column.createdAt,
  },
  indices: [
    { name: 'users_email_unique', columns: ['email'], unique: true },
    { name: 'users_adult_from_due', columns: ['adultFrom'], where: 'is_minor' },
    { name: 'users_created', columns: ['createdAt', 'id'] },
  ],
  checks: [
    { name: 'users_email_lower', expression: `email = lower(email) AND position('@' IN email) > 1` },
    {
      name: 'users_guardian',
      expression: 'is_minor = (guardian_email IS NOT NULL) AND (is_minor OR guardian_agreed_at IS NULL)',
    },
    { name: 'users_guardian_lower', expression: 'guardian_email = lower(guardian_email)' },
    { name: 'users_adult_from', expression: 'is_minor OR adult_from IS NULL' },
  ],
});

/** A consent that was given, with the version of the text. */
export const ConsentEntity = defineEntity({
  name: 'Consent',
  tableName: 'consents',
  columns: {
    id: column.id,
    userId: column.reference('User', { onDelete: 'CASCADE' }),
    /** Consent to the terms at sign-up, or of a guardian to an account of a learner under 18. */
    kind: column.oneOf(['terms', 'guardian']),
    /** A version of `consentVersions`. */
    version: column.text,
    createdAt: column.createdAt,
  },
  indices: [{ name: 'consents_user', columns: ['userId', 'createdAt'] }],
});

/** A person's picture, re-encoded, at most 256 px, without metadata. */
export type ProfilePicture = RowOf<typeof ProfilePictureEntity>;

export const ProfilePictureEntity = defineEntity({
  name: 'ProfilePicture',
  tableName: 'profile_pictures',
  columns: {
    userId: column.reference('User', { onDelete: 'CASCADE', primary: true }),
    contentType: column.text,
    ...fileColumns,
    /** Unguessable part of the picture's URL; changes with every upload. */
    addressKey: column.secret(column.text),
    createdAt: column.createdAt,
  },
});

/** A mail topic switched off by a user, or for an address without an account. */
export type MailOptOut = RowOf<typeof MailOptOutEntity>;

export const MailOptOutEntity = defineEntity({
  name: 'MailOptOut',
  tableName: 'mail_opt_outs',
  columns: {
    id: column.id,
    userId: column.reference('User', { onDelete: 'CASCADE', nullable: true }),
    /** SHA-256 of the address, in base64url: addresses without an account are not stored. */
    addressHash: column.internal(column.optionalText),
    topic: column.textOf<MailTopic>(),
    createdAt: column.createdAt,
  },
  indices: [
    { name: 'mail_opt_outs_person', columns: ['userId', 'topic'], unique: true },
    { name: 'mail_opt_outs_address', columns: ['addressHash', 'topic'], unique: true },
  ],
  checks: [{ name: 'mail_opt_outs_of_one', expression: '(user_id IS NULL) <> (address_hash IS NULL)' }],
});

/** How many mails about one person another person was sent, in a window of 24 hours. */
export const MailBudgetEntity = defineEntity({
  name: 'MailBudget',
  tableName: 'mail_budgets',
  columns: {
    recipientId: column.reference('User', { onDelete: 'CASCADE', primary: true }),
    aboutId: column.ofOthers(column.reference('User', { onDelete: 'CASCADE', primary: true })),
    /** Start of the window. */
    since: column.createdAt,
    count: { ...column.integer, default: 1 },
  },
  indices: [{ name: 'mail_budgets_about', columns: ['aboutId'] }],
});
