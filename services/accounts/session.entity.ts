import { EntitySchema } from 'typeorm';
import { createdAt, id, moment, reference } from '#services/platform/database/columns.ts';

/** A sign-in; its id is the `jti` of one token, so ending it ends the token. */
export interface Session {
  id: string;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
}

export const SessionEntity = new EntitySchema<Session>({
  name: 'Session',
  tableName: 'sessions',
  columns: {
    id,
    userId: reference('User', { onDelete: 'CASCADE' }),
    createdAt,
    expiresAt: { type: 'timestamptz' },
    revokedAt: moment,
  },
  indices: [{ name: 'sessions_user', columns: ['userId'] }],
});
