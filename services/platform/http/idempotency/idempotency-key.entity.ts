import { EntitySchema } from 'typeorm';
import { createdAt, text } from '#services/platform/database/columns.ts';

/** What a call responded with. */
export interface StoredResponse {
  status: number;
  body: unknown;
  headers: Readonly<Record<string, string | string[]>>;
}

/** One use of an `Idempotency-Key`; without a response while the call runs, and after it was interrupted. */
export interface IdempotencyKey {
  /** SHA-256 of caller, call and key. */
  id: string;
  /** HMAC of the input with the key itself, which is not stored. */
  fingerprint: string;
  /** Null for a visitor. Not a foreign key: a lock on the row of a user must not delay other calls of that user. */
  callerId: string | null;
  /** An erasure empties it where it names the person, so that the call counts as interrupted. */
  response: StoredResponse | null;
  createdAt: Date;
}

export const IdempotencyKeyEntity = new EntitySchema<IdempotencyKey>({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  columns: {
    id: { type: 'text', primary: true },
    fingerprint: text,
    callerId: { type: 'uuid', nullable: true },
    response: { type: 'jsonb', nullable: true },
    createdAt,
  },
  indices: [{ name: 'idempotency_keys_by_time', columns: ['createdAt'] }],
});
