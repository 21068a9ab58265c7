import { dayMs } from '../durations.ts';

/** The open requests that were filed on one day (UTC, YYYY-MM-DD). */
export interface WaitingDay {
  day: string;
  /** Number of open requests of that day. */
  n: number;
  /** Weight of each of them: see {@link weightOf}. */
  weight: number;
}

/** Age in days from which the weight no longer grows. */
const fullWeightDays = 60;

const hashRange = 2 ** 52;

/** Returns the weight of a request: 1 on its filing day, plus 1 per day since, at most 61. */
export function weightOf(day: string, today: string): number {
  const waitedDays = Math.floor((Date.parse(today) - Date.parse(day)) / dayMs);
  return 1 + Math.min(Math.max(waitedDays, 0), fullWeightDays);
}

/** Returns the commitment to a seed: the SHA-256 of its bytes, both in hex. @internal Its test compares it with a known hash. */
export async function commitmentOf(seed: string): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', fromHex(seed)));
}

/** HMAC-SHA-256 of a text, in hex; the key is a seed in hex. */
export type Hmac = (seed: string, text: string) => string | Promise<string>;

/**
 * Draws a day, weighted by requests and their age, from the server's seed and the browser's nonce. Returns undefined
 * when there are no requests.
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

/** Draws one of the requests of the drawn day with equal probability. Returns undefined for an empty list. */
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

/** The public record of a draw, in the order of its steps. */
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

/** Recomputes a draw from its record alone and returns whether it is consistent. */
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
 * Returns an unbiased integer from 0 to `below` - 1: the first 52 bits of HMAC-SHA-256(seed, `label:0`) modulo
 * `below`; values in the incomplete last range are rejected and `label:1` is used, and so on.
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
