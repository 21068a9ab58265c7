/** A change that bends one rule of the product. Tests near it must fail with it. */
export interface Mutation {
  /** The rule that the change bends, as a sentence. */
  rule: string;
  /** Path of the changed file in the repository. */
  file: string;
  /** Text that occurs exactly once in the file. */
  find: string;
  replace: string;
  /** Paths of the test files of which one has to fail: of the projects unit, api, queue and components. */
  tests: readonly string[];
}

/**
 * Returns the text of the file with the change.
 *
 * @throws when `find` does not occur exactly once.
 */
export function mutate(text: string, { rule, file, find, replace }: Mutation): string {
  const [before = '', after, ...more] = text.split(find);
  if (after === undefined || more.length > 0)
    throw new Error(
      `"${find}" occurs ${after === undefined ? 0 : more.length + 1} times in ${file} (rule: ${rule})`,
    );
  return before + replace + after;
}
