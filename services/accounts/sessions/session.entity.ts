import { EntitySchema } from 'typeorm';
import { createdAt, id, moment, optionalText, reference } from '#services/platform/database/columns.ts';

/** A sign-in session. Its id is the `jti` of one token, so ending the session invalidates the token. */
export interface Session {
  id: string;
  userId: string;
  /** The User-Agent header, cut at 300 characters. */
  userAgent: string | null;
  /** Keyed hash of the address at the sign-in; null for one without meaning. */
  networkHash: string | null;
  createdAt: Date;
  /** Accurate to five minutes. */
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
    networkHash: optionalText,
    createdAt,
    lastSeenAt: { type: 'timestamptz', default: () => 'now()' },
    expiresAt: { type: 'timestamptz' },
    revokedAt: moment,
  },
  indices: [{ name: 'sessions_user', columns: ['userId'] }],
});
