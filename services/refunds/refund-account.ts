import type { DataSource, EntityManager } from 'typeorm';
import * as z from 'zod';
import type { Config } from '#services/platform/config.ts';
import type { RefundAccount } from '#services/providers/payment-provider.ts';
import { decryptPassword, encryptPassword } from '#services/requests/encrypt-password.ts';
import { RefundAccountEntity } from './refund.entity.ts';

const AccountSchema = z.object({ currency: z.string(), accountNumber: z.string(), bankId: z.string() });

/** Returns what the encrypted bank details are bound to, so that a row copied to another refund cannot be decrypted. */
export const scopeOf = (refundId: string) => `refund:${refundId}`;

/** Stores a payer's bank details encrypted; they replace those of an earlier attempt. */
export async function storeRefundAccount(
  manager: EntityManager,
  refundId: string,
  account: RefundAccount,
  config: Pick<Config, 'credentialKeys'>,
): Promise<void> {
  const encrypted = encryptPassword(JSON.stringify(account), scopeOf(refundId), config);
  await manager.upsert(RefundAccountEntity, { refundId, ...encrypted }, ['refundId']);
}

/** Returns a payer's bank details; undefined when the provider has them already. */
export async function readRefundAccount(
  db: DataSource,
  refundId: string,
  config: Pick<Config, 'credentialKeys'>,
): Promise<RefundAccount | undefined> {
  const stored = await db.getRepository(RefundAccountEntity).findOneBy({ refundId });
  if (!stored) return undefined;
  return AccountSchema.parse(JSON.parse(decryptPassword(stored, scopeOf(refundId), config)));
}
