import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { execute, rows } from '#services/platform/database/sql.ts';
import { canCheck, checkLink, type LinkResult } from './check-link.ts';

/** Links of one run, and the pause between two requests: a run must end within the time limit of a job. */
const linksPerRun = 25;
const pauseMs = 1_000;
const recheckDays = 14;
/** After this time a run starts no further check; the next one continues. */
const runLimitMs = 40_000;

/** Settings of {@link checkLinks}. */
export interface LinkCheckOptions {
  hosts: readonly string[];
  brandName: string;
  /** Address of this product, by which platforms can find who asks. */
  publicUrl: string;
  /** Only this course, also when it was checked lately. */
  courseId?: string | undefined;
}

/**
 * Checks the links of courses on allowed hosts, those never checked first, then the ones checked longest ago: one request
 * at a time. A host that asks us to stop is left alone until the next run. Returns the number of checked links.
 */
export async function checkLinks(db: DataSource, options: LinkCheckOptions): Promise<number> {
  const { hosts, brandName, publicUrl, courseId } = options;
  if (hosts.length === 0) return 0;
  const startedMs = performance.now();
  const userAgent = `${brandName} link check (+${publicUrl})`;
  const busyHosts = new Set<string>();
  let checked = 0;
  for (const { id, url } of await findDue(db, hosts, courseId)) {
    const host = URL.parse(url)?.host ?? '';
    if (!canCheck(url, hosts) || busyHosts.has(host)) continue;
    if (performance.now() - startedMs > runLimitMs) break;
    if (checked > 0) await sleep(pauseMs);
    const result = await checkLink(url, { hosts, userAgent });
    if (result.isBusy) busyHosts.add(host);
    await storeResult(db, id, url, result);
    checked += 1;
  }
  return checked;
}

function findDue(db: DataSource, hosts: readonly string[], courseId: string | undefined) {
  return rows<{ id: string; url: string }>(
    db,
    `SELECT c.id, c.url FROM courses c LEFT JOIN course_link_checks k ON k.course_id = c.id AND k.url = c.url
     WHERE CASE WHEN $1::uuid IS NULL
       THEN c.hidden_at IS NULL AND c.url ~ $2
         AND (k.checked_at IS NULL OR k.checked_at < now() - interval '${recheckDays} days')
       ELSE c.id = $1 END
     ORDER BY k.checked_at NULLS FIRST, c.id LIMIT ${linksPerRun}`,
    [courseId ?? null, `^https?://([^/]+[.])?(${hosts.map(escapeRegExp).join('|')})([/?#]|$)`],
  );
}

const escapeRegExp = (text: string) => text.replaceAll(/[^\w-]/g, String.raw`\$&`);

function storeResult(db: DataSource, id: string, url: string, { state, problem }: LinkResult) {
  return execute(
    db,
    // An unclear result neither revives a dead link nor makes one.
    `INSERT INTO course_link_checks AS k (course_id, url, is_dead, problem, dead_since)
     VALUES ($1, $2, $3 = 'dead', $4, CASE WHEN $3 = 'dead' THEN now() END)
     ON CONFLICT (course_id) DO UPDATE SET url = excluded.url, checked_at = now(), problem = excluded.problem,
       is_dead = CASE WHEN $3 = 'unclear' AND k.url = excluded.url THEN k.is_dead ELSE excluded.is_dead END,
       dead_since = CASE
         WHEN k.url = excluded.url AND k.is_dead AND $3 <> 'alive' THEN k.dead_since
         ELSE excluded.dead_since END`,
    [id, url, state, problem],
  );
}
