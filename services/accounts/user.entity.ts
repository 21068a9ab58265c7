import { EntitySchema } from 'typeorm';
import type { genders } from '#contracts/accounts.ts';
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
    isSample: flag,
    createdAt,
  },
  indices: [{ name: 'users_email_unique', columns: ['email'], unique: true }],
  checks: [
    { name: 'users_email_lower', expression: `email = lower(email) AND position('@' IN email) > 1` },
    { name: 'users_role_known', expression: oneOf('role', roles) },
    { name: 'users_gender_known', expression: oneOf('gender', ['male', 'female', 'nb']) },
  ],
});
