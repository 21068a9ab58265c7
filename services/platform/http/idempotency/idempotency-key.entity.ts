import * as column from '#services/platform/database/columns.ts';
import { defineEntity } from '#services/platform/database/define-entity.ts';

/** The response of a call. */
export interface StoredResponse {
  status: number;
  body: unknown;
  headers: Readonly<Record<string, string | string[]>>;
}

/** One use of an `Idempotency-Key`; without a response while the call runs, and after it was interrupted. */
export const IdempotencyKeyEntity = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  columns: {
    /** SHA-256 of caller, call and key. */
    id: { ...column.text, primary: true },
    /** HMAC of the input with the key itself, which is not stored. */
    fingerprint: column.text,
    /** Null for a visitor. Not a foreign key: a lock on the row of a user must not delay other calls of that user. */
    callerId: column.optional(column.uuid),
    /** An erasure empties it where it names the person, so that the call counts as interrupted. */
    response: column.optional(column.json<StoredResponse>()),
    createdAt: column.createdAt,
  },
  indices: [{ name: 'idempotency_keys_by_time', columns: ['createdAt'] }],
});
