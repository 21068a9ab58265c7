import ts from 'typescript';

/** A test that names requirements in the comment above it. */
export interface Annotation {
  ids: string[];
  path: string;
  /** The titles of the groups and of the test. */
  test: string;
}

const comment = /^[ \t]*\/\/ ASVS (.+)$/;
const idsOnly = /^\d+\.\d+\.\d+(, \d+\.\d+\.\d+)*$/;

/**
 * Returns the annotations of a test file: comments such as `// ASVS 6.2.1, 6.2.9` right above `it`, `test` or
 * `describe`.
 * @throws {Error} for a malformed comment, and for one without a test below it.
 */
export function findAnnotations(path: string, text: string): Annotation[] {
  const lines = text.split('\n');
  const marked = lines.flatMap((line, index) => {
    const ids = comment.exec(line)?.[1];
    return ids === undefined ? [] : [{ ids, line: index }];
  });
  if (marked.length === 0) return [];
  const titles = titlesByLine(path, text);
  return marked.map(({ ids, line }) => {
    if (!idsOnly.test(ids)) throw new Error(`${path}:${line + 1}: write "// ASVS 6.2.1, 6.2.9"`);
    let below = line + 1;
    while (lines[below]?.trim().startsWith('//')) below++;
    const test = titles.get(below);
    if (test === undefined) throw new Error(`${path}:${line + 1}: there is no test below this comment`);
    return { ids: ids.split(', '), path, test };
  });
}

/** Returns the full title of each test and group by the line that it begins in, from 0. */
function titlesByLine(path: string, text: string): Map<number, string> {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const titles = new Map<number, string>();
  const visit = (node: ts.Node, groups: string[]): void => {
    const title = titleOf(node);
    const within = title === undefined ? groups : [...groups, title];
    if (title !== undefined)
      titles.set(file.getLineAndCharacterOfPosition(node.getStart()).line, within.join(' › '));
    ts.forEachChild(node, (child) => visit(child, within));
  };
  visit(file, []);
  return titles;
}

// `it('…', …)`, `it.each([…])('…', …)` and the like.
function titleOf(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const [title] = node.arguments;
  if (!title || !ts.isStringLiteralLike(title)) return undefined;
  let called: ts.Expression = node.expression;
  while (ts.isCallExpression(called) || ts.isPropertyAccessExpression(called)) called = called.expression;
  return ['it', 'test', 'describe'].includes(called.getText()) ? title.text : undefined;
}
