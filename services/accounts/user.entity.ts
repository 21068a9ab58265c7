import { EntitySchema } from 'typeorm';
import type { genders } from '#contracts/accounts/accounts.ts';
import { type Role, roles } from '#contracts/endpoint.ts';
import {
  createdAt,
  flag,
  id,
  moment,
  oneOf,
  optionalText,
  text,
} from '#services/platform/database/columns.ts';

/** A registered user. */
export interface User {
  id: string;
  /** Trimmed and lower-cased. */
  email: string;
  fullName: string;
  phoneNumber: string | null;
  country: string | null;
  gender: keyof typeof genders | null;
  role: Role;
  /** argon2id, in PHC form; null for an account without a password. */
  passwordHash: string | null;
  emailVerifiedAt: Date | null;
  /** Whether a learner hides the address from sponsors. */
  hidesEmail: boolean;
  /** A learner under 18 with a guardian; only the first name is stored, and no picture. */
  isMinor: boolean;
  /** Lower-cased; null for adults. */
  guardianEmail: string | null;
  guardianAgreedAt: Date | null;
  /** First day of the month after the 18th birthday of a minor, as `2029-06-01`; null when it is unknown. */
  adultFrom: string | null;
  /** When its person deleted it; the row is deleted or emptied soon after. */
  erasureRequestedAt: Date | null;
  isSample: boolean;
  createdAt: Date;
}

export const UserEntity = new EntitySchema<User>({
  name: 'User',
  tableName: 'users',
  columns: {
    id,
    email: text,
    fullName: text,
    phoneNumber: optionalText,
    country: optionalText,
    gender: optionalText,
    role: text,
    passwordHash: { ...optionalText, select: false },
    emailVerifiedAt: moment,
    hidesEmail: flag,
    isMinor: flag,
    guardianEmail: optionalText,
    guardianAgreedAt: moment,
    adultFrom: { type: 'date', nullable: true },
    erasureRequestedAt: moment,
    isSample: flag,
    createdAt,
  },
  indices: [
    { name: 'users_email_unique', columns: ['email'], unique: true },
    { name: 'users_adult_from_due', columns: ['adultFrom'], where: 'is_minor' },
    { name: 'users_created', columns: ['createdAt', 'id'] },
  ],
  checks: [
    { name: 'users_email_lower', expression: `email = lower(email) AND position('@' IN email) > 1` },
    { name: 'users_role_known', expression: oneOf('role', roles) },
    {
      name: 'users_guardian',
      expression: 'is_minor = (guardian_email IS NOT NULL) AND (is_minor OR guardian_agreed_at IS NULL)',
    },
    { name: 'users_adult_from', expression: 'is_minor OR adult_from IS NULL' },
    { name: 'users_guardian_lower', expression: 'guardian_email = lower(guardian_email)' },
    { name: 'users_gender_known', expression: oneOf('gender', ['male', 'female', 'nb']) },
  ],
});
