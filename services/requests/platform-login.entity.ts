import { EntitySchema } from 'typeorm';
import { createdAt, reference, text } from '#services/platform/database/columns.ts';

/**
 * The encrypted password of a learner's platform login; in a separate table so that no query of requests returns it.
 */
export interface PlatformLogin {
  requestId: string;
  /** Version of the wrapping key, from configuration. */
  keyVersion: string;
  /** The data key, encrypted with the wrapping key: nonce, ciphertext, tag. */
  wrappedKey: Buffer;
  /** The password, encrypted with the data key: nonce, ciphertext, tag. */
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
