import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Programs of PostgreSQL's client package; the embedded server ships without them. */
export type PostgresProgram = 'pg_dump' | 'pg_restore';

/**
 * Returns the path of a program that can read a server of this version: on PATH, in BACKUP_PG_BIN, or where Debian's
 * packages have it. The newest is taken.
 *
 * @param server major version of the server.
 * @throws Error that names what to install.
 */
export async function findProgram(
  program: PostgresProgram,
  server: number,
  folder?: string,
): Promise<string> {
  const folders = folder
    ? [folder]
    : [...(process.env.PATH ?? '').split(delimiter), ...globSync('/usr/lib/postgresql/*/bin')];
  const candidates = await Promise.all(
    folders.filter(Boolean).map(async (path) => {
      const file = join(path, program);
      return { path: file, version: await versionOf(file) };
    }),
  );
  const best = candidates.toSorted((a, b) => b.version - a.version)[0];
  if (best && best.version >= server) return best.path;
  const installed =
    best && best.version > 0 ? `${program} ${best.version} is installed` : `${program} is not installed`;
  throw new Error(
    `${installed}, and PostgreSQL ${server} requires version ${server} or newer. Install postgresql-client-${server} (https://www.postgresql.org/download/; macOS: brew install libpq), or set BACKUP_PG_BIN to its folder.`,
  );
}

async function versionOf(path: string): Promise<number> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version']);
    return Number(/(\d+)(\.\d+)*/.exec(stdout)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * Starts a program on the database of `url`. The password is not an argument, which other accounts could read. `done` rejects with
 * the last line of its error output unless it ends with code 0.
 */
export function startProgram(path: string, args: readonly string[], url: string) {
  const child = spawn(path, args, { env: environmentOf(url), stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = `${output}${text}`.slice(-4_000);
  });
  // Its end is reported by the exit code; writing to a program that has ended is not a further error.
  child.stdin.on('error', () => {});
  const done = once(child, 'close').then(([code]) => {
    if (code === 0) return;
    const line = output.split('\n').find((text) => /error|fatal/i.test(text)) ?? output.trim();
    throw new Error(`${line || `${path} ended with code ${code}`}`);
  });
  done.catch(() => {});
  return { child, done };
}

function environmentOf(url: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const sslMode = searchParams.get('sslmode');
  return {
    PATH: process.env.PATH,
    PGHOST: hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(sslMode && { PGSSLMODE: sslMode }),
    PGOPTIONS: '-c statement_timeout=0 -c lock_timeout=0',
    LC_ALL: 'C',
  };
}
