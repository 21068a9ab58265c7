import { EntitySchema } from 'typeorm';
import { createdAt, reference, text } from '#services/platform/database/columns.ts';

/** The sealed password of a learner's platform login; in a table of its own so that no list ever carries it. */
export interface PlatformLogin {
  requestId: string;
  /** Version of the wrapping key, from configuration. */
  keyVersion: string;
  /** The record's data key, wrapped: nonce, ciphertext, tag. */
  wrappedKey: Buffer;
  /** The password under the data key: nonce, ciphertext, tag. */
  sealed: Buffer;
  createdAt: Date;
}

export const PlatformLoginEntity = new EntitySchema<PlatformLogin>({
  name: 'PlatformLogin',
  tableName: 'platform_logins',
  columns: {
    requestId: reference('HelpRequest', { onDelete: 'CASCADE', primary: true }),
    keyVersion: text,
    wrappedKey: { type: 'bytea' },
    sealed: { type: 'bytea' },
    createdAt,
  },
});
