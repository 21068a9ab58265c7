/** All requests that were filed on one day and could be drawn. Days are in UTC, as YYYY-MM-DD. */
export interface WaitingDay {
  day: string;
  /** How many requests wait since then. */
  n: number;
  /** How much each of them counts: see {@link weightOf}. */
  weight: number;
}

/** From this many days on, everybody counts the same, and the most. */
const fullWeightDays = 60;

const dayMs = 86_400_000;
const hashRange = 2 ** 52;

/** How much a request counts: 1 on the day it was filed, one more with every day since, at most 61. */
export function weightOf(day: string, today: string): number {
  const waitedDays = Math.floor((Date.parse(today) - Date.parse(day)) / dayMs);
  return 1 + Math.min(Math.max(waitedDays, 0), fullWeightDays);
}

/** What is shown of a seed before the draw: the SHA-256 of its bytes, both in hex. */
export async function commitmentOf(seed: string): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', fromHex(seed)));
}

/** HMAC-SHA-256 of a text, in hex; the key is a seed in hex. */
export type Hmac = (seed: string, text: string) => string | Promise<string>;

/**
 * Draws the day. Every request of every day stands in one line, weighted; the seed (the server's) and the nonce
 * (the browser's) together say how far to walk along it. Undefined when nobody waits.
 */
export async function drawDay(
  seed: string,
  nonce: string,
  days: readonly WaitingDay[],
  hmac: Hmac = webCryptoHmac,
): Promise<string | undefined> {
  const total = days.reduce((sum, { n, weight }) => sum + n * weight, 0);
  if (total === 0) return undefined;
  let left = await unbiasedInteger((text) => hmac(seed, text), `day:${nonce}`, total);
  for (const { day, n, weight } of days) {
    if (left < n * weight) return day;
    left -= n * weight;
  }
  return undefined;
}

/** Draws one of the requests of the day that was drawn: they all count the same. Undefined for an empty list. */
export async function drawRequest(
  seed: string,
  nonces: { first: string; second: string },
  ids: readonly string[],
  hmac: Hmac = webCryptoHmac,
): Promise<string | undefined> {
  if (ids.length === 0) return undefined;
  const label = `request:${nonces.first}:${nonces.second}`;
  return ids[await unbiasedInteger((text) => hmac(seed, text), label, ids.length)];
}

/** Everything that a draw showed, in the order in which it showed it. */
export interface DrawRecord {
  commitment: string;
  days: WaitingDay[];
  firstNonce: string;
  day: string;
  candidates: string[];
  secondNonce: string;
  seed: string;
  winner: string;
}

/** Whether what a draw showed fits together: anybody can ask, and needs nothing but the record. */
export async function verifyDraw(record: DrawRecord): Promise<boolean> {
  const { seed, firstNonce: first, secondNonce: second, days, candidates } = record;
  const waiting = days.find(({ day }) => day === record.day);
  return (
    (await commitmentOf(seed)) === record.commitment &&
    (await drawDay(seed, first, days)) === record.day &&
    waiting?.n === candidates.length &&
    new Set(candidates).size === candidates.length &&
    (await drawRequest(seed, { first, second }, candidates)) === record.winner
  );
}

/**
 * A whole number from 0 to below `below`, each equally likely: the first 52 bits of
 * HMAC-SHA-256(seed, `label:0`), by remainder; numbers from the uneven end of the range are passed over, and
 * `label:1` is asked, and so on.
 */
async function unbiasedInteger(
  hmac: (text: string) => string | Promise<string>,
  label: string,
  below: number,
): Promise<number> {
  const even = Math.floor(hashRange / below) * below;
  for (let attempt = 0; ; attempt += 1) {
    const number = Number.parseInt((await hmac(`${label}:${attempt}`)).slice(0, 13), 16);
    if (number < even) return number % below;
  }
}

async function webCryptoHmac(seed: string, text: string): Promise<string> {
  const kind = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', fromHex(seed), kind, false, ['sign']);
  return toHex(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)));
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
