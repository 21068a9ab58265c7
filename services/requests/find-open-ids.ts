import type pg from 'pg';
import { askListing, type ListingQuestion, type ListingWish } from './listing-question.ts';
import { knownToSponsor } from './visible-to-sponsor.ts';

/** One page of ids, in order. */
export interface OpenIds {
  ids: string[];
  /** How many match; at least so many when `isCapped`. */
  total: number;
  isCapped: boolean;
}

/** How many requests are looked at to guess how many match, and how many of them make walking worth while. */
const sampled = 300;
const worthWalking = 6;
/** More matches than this are not sorted. */
const sortable = 2_500;
/** Pages after the asked one that are counted when many match: as far as the page numbers reach. */
const pagesAhead = 4;

const columns = 'r.id, r.created_at, r.price_minor';

/**
 * Finds a page of open requests. Where few match, an index finds them all; where many do, the requests are walked in
 * the order asked for until the page is full. Which it is, a small sample tells.
 */
export async function findOpenIds(
  pool: pg.Pool,
  sponsorId: string | undefined,
  wish: ListingWish,
): Promise<OpenIds> {
  const asked = askListing(sponsorId, wish);
  if (asked.filters.length === 0)
    return { ...(await readAll(pool, sponsorId, asked, wish)), isCapped: false };
  if (asked.isIndexed && !(await isCommon(pool, asked))) {
    const found = await read(
      pool,
      asked,
      wish,
      `SELECT ${columns} FROM open_requests r
      WHERE ${allOf(asked)} LIMIT ${sortable + 1}`,
    );
    if (found.total <= sortable) return { ...found, isCapped: false };
  }
  const most = (wish.page + pagesAhead) * wish.limit;
  const walked = await read(pool, asked, wish, walk(asked, most + 1));
  return { ...walked, total: Math.min(walked.total, most), isCapped: walked.total > most };
}

function allOf({ isVisible, filters }: ListingQuestion): string {
  return [isVisible, ...filters].join(' AND ');
}

async function isCommon(pool: pg.Pool, asked: ListingQuestion): Promise<boolean> {
  const order = asked.order.startsWith('abs') ? 'r.created_at, r.id' : asked.order;
  const { rows } = await pool.query<{ hits: number }>(
    `SELECT count(*)::int AS hits FROM (SELECT * FROM open_requests r ORDER BY ${order} LIMIT ${sampled}) AS r
     WHERE ${allOf(asked)} ${asked.near ? `AND ${asked.near} IS NOT NULL` : ''}`,
    asked.values,
  );
  return (rows[0]?.hits ?? 0) >= worthWalking;
}

function walk(asked: ListingQuestion, most: number): string {
  const from = `SELECT ${columns} FROM open_requests r WHERE ${allOf(asked)}`;
  if (!asked.near) return `${from} ORDER BY ${asked.order} LIMIT ${most}`;
  // From the price outwards, on both sides.
  return `(${from} AND r.price_minor >= ${asked.near} ORDER BY r.price_minor, r.id LIMIT ${most})
    UNION ALL (${from} AND r.price_minor < ${asked.near} ORDER BY r.price_minor DESC, r.id DESC LIMIT ${most})`;
}

async function read(pool: pg.Pool, asked: ListingQuestion, wish: ListingWish, found: string) {
  return one(
    await pool.query<Row>(
      `WITH found AS MATERIALIZED (${found})
       SELECT (SELECT count(*) FROM found)::int AS total, ARRAY(${page('found', asked, wish)}) AS ids`,
      asked.values,
    ),
  );
}

async function readAll(
  pool: pg.Pool,
  sponsorId: string | undefined,
  asked: ListingQuestion,
  wish: ListingWish,
) {
  const publicOnes = `SELECT sum(n) FROM (
    SELECT n FROM open_request_days UNION ALL SELECT n FROM open_request_changes) AS counted`;
  const others = sponsorId
    ? `+ (SELECT count(*) FROM open_requests r WHERE NOT r.is_public AND ${knownToSponsor('$1::uuid')})`
    : '';
  const visible = `(SELECT * FROM open_requests r WHERE ${asked.isVisible})`;
  return one(
    await pool.query<Row>(
      `SELECT (coalesce((${publicOnes}), 0) ${others})::int AS total,
         ARRAY(${page(visible, asked, wish)}) AS ids`,
      asked.values,
    ),
  );
}

interface Row {
  total: number;
  ids: string[];
}

function page(source: string, { order }: ListingQuestion, { page, limit }: ListingWish): string {
  return `SELECT r.id FROM ${source} AS r ORDER BY ${order} LIMIT ${limit} OFFSET ${(page - 1) * limit}`;
}

function one({ rows: [row] }: pg.QueryResult<Row>): Row {
  if (!row) throw new Error('PostgreSQL answered nothing');
  return row;
}
