import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import type { TestProduct } from '../support/product/test-product.ts';

/** Ways in which a text is stored: as it is, as bytes, and as what our hashes make of it. All lower-case. */
export function formsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  const digest = createHash('sha256').update(bytes).digest();
  return [
    text,
    ...[bytes, digest].flatMap((value) => [
      value.toString('hex'),
      value.toString('base64').replace(/=+$/, ''),
      value.toString('base64url'),
    ]),
  ].map((form) => form.toLowerCase());
}

/** Finds texts, in lower case, in every column of every table, in Redis and in the log. Returns where, and which. */
export async function findTraces(product: TestProduct, texts: readonly string[]): Promise<string[]> {
  const inText = (place: string, text: string) =>
    texts.filter((trace) => text.toLowerCase().includes(trace)).map((trace) => `${place}: ${trace}`);
  const { redisUrl } = product.config;
  return [
    ...(await findInTables(product.db, texts)),
    ...(redisUrl ? await readRedis(redisUrl) : []).flatMap(({ key, text }) =>
      inText(`Redis ${key}`, `${key} ${text}`),
    ),
    ...product.logLines.flatMap((line) => inText(`log ${line}`, line)),
  ];
}

async function findInTables(db: DataSource, texts: readonly string[]): Promise<string[]> {
  const tables: { name: string }[] = await db.query(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const queries = tables.map(
    ({ name }) =>
      `SELECT '${name}: ' || one || ' in ' || left(t::text, 500) AS trace FROM ${name} t, unnest($1::text[]) AS one
       WHERE position(one IN lower(t::text)) > 0`,
  );
  const traces: { trace: string }[] = await db.query(queries.join(' UNION ALL '), [texts]);
  return traces.map(({ trace }) => trace);
}

async function readRedis(url: string): Promise<{ key: string; text: string }[]> {
  const redis = new Redis(url);
  try {
    const entries: { key: string; text: string }[] = [];
    for (const key of await redis.keys('*')) {
      const type = await redis.type(key);
      const value =
        type === 'string'
          ? await redis.get(key)
          : type === 'hash'
            ? await redis.hgetall(key)
            : type === 'list'
              ? await redis.lrange(key, 0, -1)
              : type === 'set'
                ? await redis.smembers(key)
                : type === 'zset'
                  ? await redis.zrange(key, '0', '-1')
                  : await redis.xrange(key, '-', '+');
      entries.push({ key, text: JSON.stringify(value) });
    }
    return entries;
  } finally {
    redis.disconnect();
  }
}
