import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEverything, type Everything } from '#tests/support/people/everything-about.ts';
import { join } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { purgeExpired, purgeTable } from './purge-expired.ts';
import { guardianDays, retentionRules } from './rules.ts';

const dayMs = 86_400_000;
let product: TestProduct;
let people: Everything;
let start: Date;
beforeAll(async () => {
  product = await startTestProduct();
  people = await createEverything(product);
  const { db } = product;
  await db.query(
    "UPDATE cases SET status = 'closed', outcome = 'dismissed', closed_reason = 'x', closed_at = now()",
  );
  await db.query('UPDATE sessions SET expires_at = now()');
  await db.query('UPDATE account_links SET expires_at = now()');
  await db.query('INSERT INTO used_google_tickets (id, expires_at) VALUES (gen_random_uuid(), now())');
  await db.query(
    `INSERT INTO operator_sessions (operator_id, token_hash, expires_at) SELECT id, 'x', now() FROM users LIMIT 1`,
  );
  [{ start }] = await db.query('SELECT now() AS start');
});
afterAll(() => product?.close());

const rowsOf = async (table: string): Promise<string> =>
  JSON.stringify((await product.db.query(`SELECT * FROM ${table} ORDER BY 1`)) as object[]);
const later = (days: number) => new Date(start.getTime() + days * dayMs);

describe('with a moved clock', () => {
  // ASVS 14.2.4
  it.each(retentionRules)('$table: $period', async (rule) => {
    const { table, days, change } = rule;
    const purge = (moved: number) => purgeTable(product.db, rule, later(moved));
    const before = await rowsOf(table);
    expect(before).not.toBe('[]');
    expect([await purge(days - 0.5), await rowsOf(table)]).toEqual([0, before]);
    expect(await purge(days + 0.5)).toBeGreaterThan(0);
    const after = await rowsOf(table);
    if (change) for (const { mark } of [people.learner, people.sponsor]) expect(after).not.toContain(mark);
    else expect(after).toBe('[]');
    expect(await purge(days + 0.5)).toBe(0);
  });

  it('an account under 18 ends when no guardian agreed in time; one with consent stays', async () => {
    const minor = { isAdult: 'false', guardianEmail: 'guardian@people.example' };
    const [waiting, agreed] = [
      await join(product.url, 'learner', minor),
      await join(product.url, 'learner', minor),
    ];
    await product.db.query('UPDATE users SET guardian_agreed_at = now() WHERE email = $1', [agreed.email]);
    const ended = async () => {
      const found: { email: string }[] = await product.db.query(
        'SELECT email FROM users WHERE erasure_requested_at IS NOT NULL AND email = ANY ($1)',
        [[waiting.email, agreed.email]],
      );
      return found.map(({ email }) => email);
    };
    await purgeExpired(product.db, later(guardianDays - 0.5));
    expect(await ended()).toEqual([]);
    await purgeExpired(product.db, later(guardianDays + 0.5));
    expect(await ended()).toEqual([waiting.email]);
  });
});
