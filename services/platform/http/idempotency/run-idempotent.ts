import { createHash, createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { Endpoint } from '#contracts/endpoint.ts';
import { findRow, insertOnce, updateReturning } from '../../database/sql.ts';
import { HttpError, invalid } from '../../errors.ts';
import { IdempotencyKeyEntity, type StoredResponse } from './idempotency-key.entity.ts';

/** A call with an `Idempotency-Key` header. */
export interface KeyedCall {
  contract: Endpoint;
  key: string;
  /** Undefined for a visitor. */
  callerId: string | undefined;
  /** Distinguishes visitors: keys of different callers are different keys. */
  ip: string;
  input: { params: unknown; query: unknown; body: unknown; file: Buffer | undefined };
}

// Below the deadline of a call.
const waitMs = 5_500;
const pollMs = 50;
// Longer than any call runs; the process that started an older one has died.
const interruptedSeconds = 60;

const running = 'A call with this Idempotency-Key is still running. Please try again in a moment.';
const interrupted =
  'The response to the first call with this Idempotency-Key is not stored. Please check whether it took effect before you send it again with a new key.';

/**
 * Runs a call once for its key (draft-ietf-httpapi-idempotency-key-header): a repetition gets the stored response, also
 * while the first call runs. A call that was rejected stores nothing and can be repeated. After an interruption a
 * `repeatable` call runs again.
 *
 * @throws HttpError 400 for a malformed key, 422 for a key with another input, 409 when the first call is still running
 *   after 5.5 s, or was interrupted and cannot be repeated.
 */
export async function runIdempotent(
  db: DataSource,
  { contract, key, callerId, ip, input }: KeyedCall,
  run: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new HttpError(400, 'An Idempotency-Key has 1 to 255 visible ASCII characters.');
  const use = JSON.stringify([callerId ?? ip, contract.method, contract.path, key]);
  const id = createHash('sha256').update(use).digest('base64url');
  const { file, ...fields } = input;
  // Keyed, because the input may hold a password that is short enough to be guessed from a plain hash.
  const fingerprint = createHmac('sha256', key)
    .update(JSON.stringify(fields))
    .update(file ?? '')
    .digest('base64url');

  const keys = db.getRepository(IdempotencyKeyEntity);
  const endMs = performance.now() + waitMs;
  for (;;) {
    if (await insertOnce(db, IdempotencyKeyEntity, { id, fingerprint, callerId: callerId ?? null })) break;
    const used = await keys.findOneBy({ id });
    if (!used) continue;
    if (used.fingerprint !== fingerprint)
      throw invalid('This Idempotency-Key was used for another input. Please send a new key.');
    if (used.response) {
      return { ...used.response, headers: { ...used.response.headers, 'Idempotency-Replayed': 'true' } };
    }
    if (contract.idempotency === 'repeatable' && (await claimInterrupted(db, id))) break;
    if (contract.idempotency === 'once' && (await isInterrupted(db, id)))
      throw new HttpError(409, interrupted);
    if (performance.now() >= endMs) throw new HttpError(409, running, { retryAfterS: 1 });
    await sleep(pollMs);
  }
  try {
    const response = await run();
    await keys.update({ id }, { response: response as object });
    return response;
  } catch (error) {
    // After any other error it is not known whether the transaction was committed.
    if (error instanceof HttpError) await keys.delete({ id });
    throw error;
  }
}

const isOld = `r.id = $1 AND r.response IS NULL AND r.created_at < now() - interval '${interruptedSeconds} seconds'`;

async function claimInterrupted(db: DataSource, id: string): Promise<boolean> {
  const claim = { change: 'created_at = now()', condition: isOld, values: [id] };
  return (await updateReturning(db, IdempotencyKeyEntity, claim)).length > 0;
}

async function isInterrupted(db: DataSource, id: string): Promise<boolean> {
  return (await findRow(db, IdempotencyKeyEntity, isOld, [id])) !== undefined;
}
