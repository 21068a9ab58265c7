import { EntitySchema } from 'typeorm';
import { createdAt, id, text } from '#services/platform/database/columns.ts';

/**
 * A request for a password reset. Stored for known and unknown addresses alike, so that the response time
 * does not reveal accounts; a worker looks the account up and deletes the row.
 */
export interface PasswordResetRequest {
  id: string;
  /** Trimmed and lower-cased. */
  email: string;
  createdAt: Date;
}

export const PasswordResetRequestEntity = new EntitySchema<PasswordResetRequest>({
  name: 'PasswordResetRequest',
  tableName: 'reset_wishes',
  columns: { id, email: text, createdAt },
  indices: [{ name: 'reset_wishes_email', columns: ['email'] }],
});
