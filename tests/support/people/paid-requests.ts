import type { TestProduct } from '../product/test-product.ts';
import { fileRequest, type SignedIn } from './people.ts';

/**
 * Copies a request of this learner so that `count` of them were paid after 1, 2, 3… days; every second one was enrolled half as many
 * days later. `more` is SQL of a JSON object that replaces columns of a copy; `n` is its number, and `r` the original.
 */
export async function insertPaidRequests(
  { url, db }: Pick<TestProduct, 'url' | 'db'>,
  learner: SignedIn,
  { count, more = `'{}'` }: { count: number; more?: string | undefined },
): Promise<void> {
  const id = await fileRequest(url, learner);
  await db.query(
    `INSERT INTO requests SELECT copy.* FROM requests r, generate_series(1, $2::int) n,
       LATERAL jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(),
         'status', CASE WHEN n % 2 = 0 THEN 'enrolled' ELSE 'paid' END,
         'paid_at', r.created_at + n * interval '1 day',
         'enrolled_at', CASE WHEN n % 2 = 0 THEN r.created_at + n * interval '36 hours' END) || ${more}::jsonb) copy
     WHERE r.id = $1`,
    [id, count],
  );
}
