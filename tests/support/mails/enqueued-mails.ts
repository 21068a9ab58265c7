import type { TestProduct } from '../product/test-product.ts';

/** Returns the mails of this name that the outbox holds, in no certain order. */
export async function enqueuedMails(
  { db }: Pick<TestProduct, 'db'>,
  name: string,
): Promise<{ mail: string; id: string }[]> {
  const rows: { payload: { mail: string; id: string } }[] = await db.query(
    `SELECT payload FROM outbox WHERE payload->>'mail' = $1`,
    [name],
  );
  return rows.map(({ payload }) => payload);
}
