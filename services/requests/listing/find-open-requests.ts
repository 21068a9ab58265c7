import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { findRows, row } from '#services/platform/database/sql.ts';
import { type HelpRequest, HelpRequestEntity } from '../request.entity.ts';
import { listedForSponsorOnly } from '../visible-to-sponsor.ts';
import {
  buildListingCriteria,
  compactDayCounts,
  type ListingCriteria,
  type ListingQuery,
  publicDaysSql,
} from './listing-criteria.ts';

/** One page of open requests. */
export interface OpenRequests {
  requests: HelpRequest[];
  currentPage: number;
  totalPages: number;
  totalRequests: number;
  /** There are more than `totalRequests`. */
  isCapped: boolean;
}

/**
 * Finds open requests visible to the sponsor. The keyword is matched
 * case-insensitively in title, platform, reason and socials.
 */
export async function findOpenRequests(
  { db, search }: { db: DataSource; search: pg.Pool },
  sponsorId: string,
  query: ListingQuery,
): Promise<OpenRequests> {
  const { ids, total, isCapped } = await findOpenIds(search, sponsorId, query);
  const requests = await findRows(db, HelpRequestEntity, 'r.id = ANY ($1::uuid[])', [ids]);
  const byId = new Map(requests.map((request) => [request.id, request]));
  return {
    requests: ids.flatMap((id) => byId.get(id) ?? []),
    currentPage: query.page,
    totalPages: Math.max(1, Math.ceil(total / query.limit)),
    totalRequests: total,
    isCapped,
  };
}

/** One page of ids, in order. */
export interface OpenIds {
  ids: string[];
  /** Number of matches; a lower bound when `isCapped`. */
  total: number;
  isCapped: boolean;
}

/** Requests in the sample that estimates how many match, and the hits from which a scan in sort order is cheaper. */
const sampleSize = 100;
const minSampleHits = 2;
/** Maximum number of matches that are sorted in memory. */
const maxSorted = 2_500;
/** Pages counted after the requested one when many match; the page numbers show no more. */
const pagesAhead = 4;
/** Statements of the first pages are prepared; later pages would fill the statement cache. */
const preparedPages = 3;

const columns = 'r.id, r.created_at, r.price_minor';

/**
 * Finds a page of open requests. With few matches an index finds all of them; with many, the requests are scanned in
 * sort order until the page is full. A small sample decides which.
 * @internal For its test.
 */
export async function findOpenIds(pool: pg.Pool, sponsorId: string, query: ListingQuery): Promise<OpenIds> {
  const criteria = buildListingCriteria(sponsorId, query);
  if (criteria.indexed.length === 0) return readAll(pool, criteria, query);
  if (!(await isCommon(pool, criteria))) {
    const few = `SELECT ${columns} FROM open_requests r
      WHERE ${[criteria.isVisible, ...criteria.indexed].join(' AND ')} LIMIT ${maxSorted + 1}`;
    const matches = await read(pool, criteria, query, few);
    if (matches.total <= maxSorted) return { ...matches, isCapped: false };
  }
  const most = (query.page + pagesAhead) * query.limit;
  const scanned = await read(pool, criteria, query, scanInOrder(criteria, most + 1));
  return { ...scanned, total: Math.min(scanned.total, most), isCapped: scanned.total > most };
}

async function isCommon(pool: pg.Pool, criteria: ListingCriteria): Promise<boolean> {
  const order = criteria.closest ? 'r.created_at, r.id' : criteria.order;
  // PostgreSQL rejects bound parameters that the statement does not reference.
  const named = criteria.closest ? `AND ${criteria.closest.near} IS NOT NULL` : '';
  const sample = await row<{ hits: number }>(
    pool,
    `SELECT count(*)::int AS hits FROM (SELECT * FROM open_requests r ORDER BY ${order} LIMIT ${sampleSize}) AS r
     WHERE ${[criteria.isVisible, ...criteria.unindexed].join(' AND ')} ${named}`,
    criteria.values,
  );
  return (sample?.hits ?? 0) >= minSampleHits;
}

function scanInOrder({ isVisible, unindexed, closest, order }: ListingCriteria, most: number): string {
  const from = `SELECT ${columns} FROM open_requests r WHERE ${[isVisible, ...unindexed].join(' AND ')}`;
  if (!closest) return `${from} ORDER BY ${order} LIMIT ${most}`;
  // Scan from the price upwards and downwards.
  const { currency, near } = closest;
  const side = (test: string, direction: string) =>
    `(${from} AND r.currency = ${currency} AND r.price_minor ${test} ${near}
      ORDER BY r.price_minor ${direction}, r.id ${direction} LIMIT ${most})`;
  return `${side('>=', 'ASC')} UNION ALL ${side('<', 'DESC')}`;
}

async function read(pool: pg.Pool, criteria: ListingCriteria, query: ListingQuery, matches: string) {
  return readPage<Row>(
    pool,
    query,
    `WITH found AS MATERIALIZED (${matches})
       SELECT (SELECT count(*) FROM found)::int AS total, ARRAY(${page('found', criteria, query)}) AS ids`,
    criteria.values,
  );
}

async function readAll(pool: pg.Pool, criteria: ListingCriteria, query: ListingQuery): Promise<OpenIds> {
  const others = `(SELECT count(*) FROM open_requests r WHERE ${listedForSponsorOnly('$1::uuid')})`;
  const visible = `(SELECT * FROM open_requests r WHERE ${criteria.isVisible})`;
  const { total, ids, changes } = await readPage<Row & { changes: number }>(
    pool,
    query,
    `SELECT (coalesce(sum(n), 0) + ${others})::int AS total, coalesce(sum(is_change), 0)::int AS changes,
         ARRAY(${page(visible, criteria, query)}) AS ids
       FROM (${publicDaysSql}) AS days`,
    criteria.values,
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

async function readPage<T extends Row>(
  pool: pg.Pool,
  { page }: ListingQuery,
  text: string,
  values: unknown[],
): Promise<T> {
  const result = await row<T>(pool, text, values, { isPrepared: page <= preparedPages });
  if (!result) throw new Error('PostgreSQL returned no row');
  return result;
}
