import { withTimeout } from '#services/platform/async-calls.ts';
import { ConfigError } from '#services/platform/config.ts';
import { describeError } from '#services/platform/describe-error.ts';
import { ServerUnavailableError } from '#services/platform/server-unavailable.ts';

/** The result of a check, in one line. */
export interface Finding {
  state: 'ok' | 'warning' | 'failed' | 'skipped';
  found: string;
}

/** One thing that a person would check by hand. */
export interface Check {
  name: string;
  /** The consequence of a failure, in one sentence. */
  why: string;
  /** Anchor in docs/operations.md. */
  section: string;
  /** Set on a check that reads no tables; others are skipped while PostgreSQL or the tables are missing. */
  worksWithoutDatabase?: true;
  /** A rejection is a failed check. */
  run(): Promise<Finding>;
}

/** A finding with its check. */
export type CheckResult = Finding & Pick<Check, 'name' | 'why' | 'section'>;

export const ok = (text: string): Finding => ({ state: 'ok', found: text });
export const warning = (text: string): Finding => ({ state: 'warning', found: text });
export const failed = (text: string): Finding => ({ state: 'failed', found: text });
export const skipped = (text: string): Finding => ({ state: 'skipped', found: text });

const limitMs = 8_000;

/** SQLSTATE of a table or column that a pending migration creates, and of a statement that took too long. */
const missing = new Set(['42P01', '42703', '42883']);
const canceled = '57014';

/**
 * Runs all checks at once, each for eight seconds at most. Results are in the order of the checks.
 *
 * @param hide replaces secrets in a text.
 */
export function runChecks(
  checks: readonly Check[],
  { hasDatabase, hide }: { hasDatabase: boolean; hide: (text: string) => string },
): Promise<CheckResult[]> {
  return Promise.all(
    checks.map(async ({ name, why, section, worksWithoutDatabase, run }) => {
      const { state, found: text } =
        !worksWithoutDatabase && !hasDatabase
          ? skipped('needs PostgreSQL')
          : await withTimeout(run(), limitMs, 'The check').catch(describeFailure);
      return { name, why, section, state, found: hide(text).replace(/\s+/g, ' ') };
    }),
  );
}

function describeFailure(error: unknown): Finding {
  const { driverError } = error as { driverError?: { code?: string } };
  const code = driverError?.code ?? '';
  if (missing.has(code)) return skipped('needs the pending migrations');
  if (code === canceled) return warning('not checked: the statement took longer than 4 s');
  if (error instanceof ConfigError || error instanceof ServerUnavailableError)
    return failed(error.message.replace(/^Configuration: /, ''));
  return failed(describeError(error));
}
