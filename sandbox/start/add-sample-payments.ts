import type { EntityManager } from 'typeorm';
import * as z from 'zod';
import { hourMs } from '#contracts/durations.ts';
import { DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { entities } from '#services/entities.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { lockPayment, samplePrefix } from '#services/payments/payments.ts';
import type { Config } from '#services/platform/config.ts';
import {
  postgresClientOptions,
  withClient,
  withDataSource,
} from '#services/platform/database/data-source.ts';
import { rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';

const OwnedSchema = z.array(z.object({ id: z.number(), reference: z.string() }));
const BooksSchema = z.object({ refunds: OwnedSchema, disputes: OwnedSchema });

/**
 * Adds the payments of the sample data to the local payment provider, with their refunds and disputes, so that operators
 * can refund them and answer their disputes. Adds only those that are not there yet; safe after a crash at any point.
 */
export async function addSamplePayments({
  databaseUrl,
  payment: { baseUrl },
}: Pick<Config, 'databaseUrl' | 'payment'>): Promise<void> {
  const options = { entities, databaseUrl, applicationName: 'courselift-seed', poolSize: 1 };
  await withDataSource(options, async (db) => {
    for (const { id, email } of await findMissing(db))
      await inTransaction(db, (manager) => add(manager, { id, email, control: `${baseUrl}/control` }));
  });
}

/** Returns whether payments of the sample data are not at the local provider yet. */
export async function lacksSamplePayments(databaseUrl: string): Promise<boolean> {
  const missing = await withClient({ ...postgresClientOptions, connectionString: databaseUrl }, findMissing);
  return missing.length > 0;
}

const findMissing = (db: Parameters<typeof rows>[0]) =>
  rows<{ id: string; email: string }>(
    db,
    `SELECT p.id, u.email FROM payments p JOIN requests r ON r.id = p.request_id JOIN users u ON u.id = p.payer_id
     WHERE r.is_sample AND p.opened_at IS NULL AND starts_with(p.reference, $1) ORDER BY p.created_at`,
    [samplePrefix],
  );

async function add(
  manager: EntityManager,
  { id, email, control }: { id: string; email: string; control: string },
): Promise<void> {
  // Refunds and disputes that webhooks report wait for this lock, and then find the ids of the provider.
  const { payment } = await lockPayment(manager, id);
  const { reference, amountMinor, currency, createdAt } = payment;
  await send(control, 'POST', 'transactions', { reference, email, amountMinor, currency, paidAt: createdAt });
  if (payment.status === 'reversed')
    await send(control, 'PATCH', `transactions/${reference}`, { status: 'reversed' });
  const dispute = await manager.findOneBy(DisputeEntity, { paymentId: id, status: 'awaiting_merchant' });
  const known = await readBooks(control, reference);
  if (dispute && known.disputeId === undefined) {
    const dueInHours = Math.max(0, (dispute.dueAt.getTime() - Date.now()) / hourMs);
    const { category } = dispute;
    await send(control, 'POST', `transactions/${reference}/dispute`, { category, dueInHours });
  }
  const { refundId, disputeId } = await readBooks(control, reference);
  if (refundId !== undefined)
    await manager.update(RefundEntity, { paymentId: id, status: 'processed' }, { providerId: refundId });
  if (dispute && disputeId !== undefined)
    await manager.update(DisputeEntity, dispute.id, { providerId: disputeId });
  await manager.update(PaymentEntity, id, { openedAt: createdAt });
}

/** Returns the provider's ids of the refund and the dispute of a payment, as far as there are some. */
async function readBooks(control: string, reference: Payment['reference']) {
  const { refunds, disputes } = BooksSchema.parse(await send(control, 'GET', 'ledger'));
  const idOf = (owned: z.output<typeof OwnedSchema>) =>
    owned.find((row) => row.reference === reference)?.id.toString();
  return { refundId: idOf(refunds), disputeId: idOf(disputes) };
}

async function send(control: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${control}/${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const result = await response.json();
  if (response.ok) return result;
  throw new Error(`The local payment provider responded with ${response.status}: ${JSON.stringify(result)}`);
}
