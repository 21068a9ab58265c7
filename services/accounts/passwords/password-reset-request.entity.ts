import { EntitySchema } from 'typeorm';
import { createdAt, id, text } from '#services/platform/database/columns.ts';

/**
 * Somebody said that they forgot their password. Kept for known and unknown addresses alike, so that the answer
 * takes as long for both; a worker finds out whether there is an account, and forgets the wish.
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
});
