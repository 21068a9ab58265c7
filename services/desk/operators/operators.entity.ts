import { type OperatorMail, operatorLevels, operatorMails } from '#contracts/desk/operators.ts';
import * as column from '#services/platform/database/columns.ts';
import { defineEntity, type RowOf } from '#services/platform/database/define-entity.ts';

/** Data that an account of role `operator` needs to sign in: level and second factor. */
export type Operator = RowOf<typeof OperatorEntity>;

export const OperatorEntity = defineEntity({
  name: 'Operator',
  tableName: 'operators',
  columns: {
    userId: column.reference('User', { primary: true }),
    level: column.oneOf(operatorLevels),
    /** The TOTP secret in base32, encrypted like a platform login: key version, wrapped data key, ciphertext. */
    ...column.encrypted,
    /** Number of the last accepted TOTP time step; an accepted code and older ones are not accepted again. */
    lastTotpStep: column.counter,
    /** Wrong codes in a row. */
    failedCodes: column.counter,
    blockedUntil: column.moment,
    /** Whether the password is still the generated one, which the next sign-in replaces. */
    hasInitialPassword: column.flag,
    /** When the last mail about approvals went out, and the ids of what it listed. */
    approvalsMailedAt: column.moment,
    approvalsMailed: column.textList(),
    /** Which mails the operator gets. */
    mails: {
      ...column.textList<OperatorMail>(),
      default: () => `'{${operatorMails.join(',')}}'`,
    },
    /** When the operator left; they cannot sign in any more. */
    endedAt: column.moment,
    /** The first day (UTC) on which an operator who was marked as absent is back; a day that has come means that they are here. */
    absentUntil: column.optionalDate,
    createdAt: column.createdAt,
  },
  checks: [
    {
      name: 'operators_mails_known',
      expression: `mails <@ ARRAY[${operatorMails.map((mail) => `'${mail}'`).join(', ')}]`,
    },
  ],
});

/** A session of the desk. The cookie has the token; only its SHA-256 is stored. */
export const OperatorSessionEntity = defineEntity({
  name: 'OperatorSession',
  tableName: 'operator_sessions',
  columns: {
    id: column.id,
    operatorId: column.reference('User'),
    tokenHash: column.bytes,
    userAgent: column.optionalText,
    createdAt: column.createdAt,
    /** Accurate to a minute. */
    lastSeenAt: column.createdAt,
    expiresAt: column.time,
    endedAt: column.moment,
  },
  indices: [
    { name: 'operator_sessions_token', columns: ['tokenHash'], unique: true },
    { name: 'operator_sessions_operator', columns: ['operatorId'] },
  ],
});

/** A recovery code of an operator, which replaces one TOTP code; only its hash is stored. */
export const RecoveryCodeEntity = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  columns: {
    id: column.id,
    operatorId: column.reference('User'),
    codeHash: column.bytes,
    usedAt: column.moment,
    createdAt: column.createdAt,
  },
  indices: [{ name: 'recovery_codes_once', columns: ['operatorId', 'codeHash'], unique: true }],
});
