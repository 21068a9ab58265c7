import { EntitySchema } from 'typeorm';
import { createdAt, id, moment, reference } from '#services/platform/database/columns.ts';

/** A recovery code of an operator, which replaces one TOTP code; only its hash is stored. */
export interface RecoveryCode {
  id: string;
  operatorId: string;
  codeHash: Buffer;
  usedAt: Date | null;
  createdAt: Date;
}

export const RecoveryCodeEntity = new EntitySchema<RecoveryCode>({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  columns: {
    id,
    operatorId: reference('User'),
    codeHash: { type: 'bytea' },
    usedAt: moment,
    createdAt,
  },
  indices: [{ name: 'recovery_codes_once', columns: ['operatorId', 'codeHash'], unique: true }],
});
