import { createHash } from 'node:crypto';
import type pg from 'pg';
import { grantedToSponsor } from '../visible-to-sponsor.ts';
import { buildListingCriteria, type ListingCriteria, type ListingQuery } from './listing-criteria.ts';
import { compactDayCounts, publicDaysSql } from './open-request-days.ts';

/** One page of ids, in order. */
export interface OpenIds {
  ids: string[];
  /** How many match; at least so many when `isCapped`. */
  total: number;
  isCapped: boolean;
}

/** How many requests are looked at to guess how many match, and how many of them make walking worth while. */
const sampleSize = 100;
const minSampleHits = 2;
/** More matches than this are not sorted. */
const maxSorted = 2_500;
/** Pages after the asked one that are counted when many match: as far as the page numbers reach. */
const pagesAhead = 4;
/** Statements for these pages are kept prepared; those for later ones would be too many. */
const preparedPages = 3;

const columns = 'r.id, r.created_at, r.price_minor';

/**
 * Finds a page of open requests. Where few match, an index finds them all; where many do, the requests are scanned in
 * the order asked for until the page is full. Which it is, a small sample tells.
 */
export async function findOpenIds(
  pool: pg.Pool,
  sponsorId: string | undefined,
  query: ListingQuery,
): Promise<OpenIds> {
  const criteria = buildListingCriteria(sponsorId, query);
  if (criteria.indexed.length === 0) return readAll(pool, sponsorId, criteria, query);
  if (!(await isCommon(pool, criteria))) {
    const few = `SELECT ${columns} FROM open_requests r
      WHERE ${[criteria.isVisible, ...criteria.indexed].join(' AND ')} LIMIT ${maxSorted + 1}`;
    const found = await read(pool, criteria, query, few);
    if (found.total <= maxSorted) return { ...found, isCapped: false };
  }
  const most = (query.page + pagesAhead) * query.limit;
  const scanned = await read(pool, criteria, query, scanInOrder(criteria, most + 1));
  return { ...scanned, total: Math.min(scanned.total, most), isCapped: scanned.total > most };
}

async function isCommon(pool: pg.Pool, criteria: ListingCriteria): Promise<boolean> {
  const order = criteria.closest ? 'r.created_at, r.id' : criteria.order;
  // Every value has to be named for PostgreSQL to accept them all.
  const named = criteria.closest ? `AND ${criteria.closest.near} IS NOT NULL` : '';
  const [row] = await queryRows<{ hits: number }>(
    pool,
    true,
    `SELECT count(*)::int AS hits FROM (SELECT * FROM open_requests r ORDER BY ${order} LIMIT ${sampleSize}) AS r
     WHERE ${[criteria.isVisible, ...criteria.unindexed].join(' AND ')} ${named}`,
    criteria.values,
  );
  return (row?.hits ?? 0) >= minSampleHits;
}

function scanInOrder({ isVisible, unindexed, closest, order }: ListingCriteria, most: number): string {
  const from = `SELECT ${columns} FROM open_requests r WHERE ${[isVisible, ...unindexed].join(' AND ')}`;
  if (!closest) return `${from} ORDER BY ${order} LIMIT ${most}`;
  // From the price outwards, on both sides.
  const { currency, near } = closest;
  const side = (test: string, direction: string) =>
    `(${from} AND r.currency = ${currency} AND r.price_minor ${test} ${near}
      ORDER BY r.price_minor ${direction}, r.id ${direction} LIMIT ${most})`;
  return `${side('>=', 'ASC')} UNION ALL ${side('<', 'DESC')}`;
}

async function read(pool: pg.Pool, criteria: ListingCriteria, query: ListingQuery, found: string) {
  return readRow(
    await queryRows<Row>(
      pool,
      query.page <= preparedPages,
      `WITH found AS MATERIALIZED (${found})
       SELECT (SELECT count(*) FROM found)::int AS total, ARRAY(${page('found', criteria, query)}) AS ids`,
      criteria.values,
    ),
  );
}

async function readAll(
  pool: pg.Pool,
  sponsorId: string | undefined,
  criteria: ListingCriteria,
  query: ListingQuery,
): Promise<OpenIds> {
  const others = sponsorId
    ? `(SELECT count(*) FROM open_requests r WHERE NOT r.is_public AND ${grantedToSponsor('$1::uuid')})`
    : '0';
  const visible = `(SELECT * FROM open_requests r WHERE ${criteria.isVisible})`;
  const { total, ids, changes } = readRow(
    await queryRows<Row & { changes: number }>(
      pool,
      query.page <= preparedPages,
      `SELECT (coalesce(sum(n), 0) + ${others})::int AS total, coalesce(sum(is_change), 0)::int AS changes,
         ARRAY(${page(visible, criteria, query)}) AS ids
       FROM (${publicDaysSql}) AS days`,
      criteria.values,
    ),
  );
  await compactDayCounts(pool, changes);
  return { ids, total, isCapped: false };
}

interface Row {
  total: number;
  ids: string[];
}

function page(source: string, { order }: ListingCriteria, { page, limit }: ListingQuery): string {
  return `SELECT r.id FROM ${source} AS r ORDER BY ${order} LIMIT ${limit} OFFSET ${(page - 1) * limit}`;
}

async function queryRows<T extends object>(
  pool: pg.Pool,
  isPrepared: boolean,
  text: string,
  values: unknown[],
): Promise<T[]> {
  const name = isPrepared ? { name: createHash('md5').update(text).digest('base64url') } : {};
  return (await pool.query<T>({ ...name, text, values })).rows;
}

function readRow<T extends Row>([row]: T[]): T {
  if (!row) throw new Error('PostgreSQL answered nothing');
  return row;
}
