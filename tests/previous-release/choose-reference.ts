import { execFileSync } from 'node:child_process';

const baseline = 'services/platform/database/migrations/*-baseline.ts';

/** A commit whose code is tested. */
export interface Reference {
  /** As it was given, the tag, or "the baseline". */
  name: string;
  commit: string;
}

/** Thrown when there is nothing to test; the message is one line. */
export class NoReleaseError extends Error {
  override name = 'NoReleaseError';
}

/**
 * Returns the commit that a name stands for; by default the latest tag before HEAD, and before the first one the commit that added
 * the baseline of the migrations (decision 112).
 *
 * @throws {NoReleaseError} when there is none.
 */
export function chooseReference(root: string, given: string | undefined): Reference {
  const name = given ?? git(root, 'describe', '--tags', '--abbrev=0');
  if (!name) return { name: 'the baseline', commit: baselineCommit(root) };
  const commit = git(root, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  if (!commit) throw new NoReleaseError(`There is no commit ${name}.`);
  return { name, commit };
}

function baselineCommit(root: string): string {
  const commit = git(root, 'log', '-1', '--no-renames', '--diff-filter=A', '--format=%H', '--', baseline);
  if (!commit)
    throw new NoReleaseError(
      'There is no tag of a release, and no commit that added the baseline. Name a commit: npm run test:previous-release -- COMMIT',
    );
  return commit;
}

function git(root: string, ...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
