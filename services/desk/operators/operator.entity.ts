import { EntitySchema } from 'typeorm';
import { type OperatorLevel, operatorLevels } from '#contracts/desk/operators.ts';
import { createdAt, flag, moment, oneOf, reference, text } from '#services/platform/database/columns.ts';

/** What an account of role `operator` needs to sign in: level and second factor. */
export interface Operator {
  userId: string;
  level: OperatorLevel;
  /** The TOTP secret in base32, encrypted like a platform login: key version, wrapped data key, ciphertext. */
  keyVersion: string;
  wrappedKey: Buffer;
  sealed: Buffer;
  /** Number of the last accepted TOTP time step; an accepted code and older ones are not accepted again. */
  lastTotpStep: number;
  /** Wrong codes in a row. */
  failedCodes: number;
  blockedUntil: Date | null;
  /** Whether the password is still the generated one, which the next sign-in replaces. */
  hasInitialPassword: boolean;
  /** When the operator left; they cannot sign in any more. */
  endedAt: Date | null;
  createdAt: Date;
}

export const OperatorEntity = new EntitySchema<Operator>({
  name: 'Operator',
  tableName: 'operators',
  columns: {
    userId: reference('User', { primary: true }),
    level: text,
    keyVersion: text,
    wrappedKey: { type: 'bytea' },
    sealed: { type: 'bytea' },
    lastTotpStep: { type: 'integer', default: 0 },
    failedCodes: { type: 'integer', default: 0 },
    blockedUntil: moment,
    hasInitialPassword: flag,
    endedAt: moment,
    createdAt,
  },
  checks: [{ name: 'operators_level_known', expression: oneOf('level', operatorLevels) }],
});
