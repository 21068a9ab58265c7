import { EntitySchema } from 'typeorm';
import { createdAt, id, moment, optionalText, reference } from '#services/platform/database/columns.ts';

/** A sign-in; its id is the `jti` of one token, so ending it ends the token. */
export interface Session {
  id: string;
  userId: string;
  /** As the browser names itself, cut at 300 characters. */
  userAgent: string | null;
  createdAt: Date;
  /** To within five minutes. */
  lastSeenAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
}

export const SessionEntity = new EntitySchema<Session>({
  name: 'Session',
  tableName: 'sessions',
  columns: {
    id,
    userId: reference('User', { onDelete: 'CASCADE' }),
    userAgent: optionalText,
    createdAt,
    lastSeenAt: { type: 'timestamptz', default: () => 'now()' },
    expiresAt: { type: 'timestamptz' },
    revokedAt: moment,
  },
  indices: [{ name: 'sessions_user', columns: ['userId'] }],
});
