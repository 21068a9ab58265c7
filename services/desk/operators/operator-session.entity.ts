import { EntitySchema } from 'typeorm';
import { createdAt, id, moment, optionalText, reference } from '#services/platform/database/columns.ts';

/** A session of the desk. The cookie has the token; only its SHA-256 is stored. */
export interface OperatorSession {
  id: string;
  operatorId: string;
  tokenHash: Buffer;
  userAgent: string | null;
  createdAt: Date;
  /** Accurate to a minute. */
  lastSeenAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
}

export const OperatorSessionEntity = new EntitySchema<OperatorSession>({
  name: 'OperatorSession',
  tableName: 'operator_sessions',
  columns: {
    id,
    operatorId: reference('User'),
    tokenHash: { type: 'bytea' },
    userAgent: optionalText,
    createdAt,
    lastSeenAt: { type: 'timestamptz', default: () => 'now()' },
    expiresAt: { type: 'timestamptz' },
    endedAt: moment,
  },
  indices: [
    { name: 'operator_sessions_token', columns: ['tokenHash'], unique: true },
    { name: 'operator_sessions_operator', columns: ['operatorId'] },
  ],
});
