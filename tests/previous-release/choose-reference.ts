import { execFileSync } from 'node:child_process';

/** A commit whose code is tested. */
export interface Reference {
  /** As it was given, or the tag. */
  name: string;
  commit: string;
}

/** Thrown when there is nothing to test; the message is one line. */
export class NoReleaseError extends Error {
  override name = 'NoReleaseError';
}

/**
 * Returns the commit that a name stands for, or by default the latest tag before HEAD.
 *
 * @throws {NoReleaseError} when there is none.
 */
export function chooseReference(root: string, given: string | undefined): Reference {
  const name = given ?? git(root, 'describe', '--tags', '--abbrev=0');
  if (!name)
    throw new NoReleaseError(
      'There is no tag of a release. Name a commit: npm run test:previous-release -- COMMIT',
    );
  const commit = git(root, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  if (!commit) throw new NoReleaseError(`There is no commit ${name}.`);
  return { name, commit };
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
