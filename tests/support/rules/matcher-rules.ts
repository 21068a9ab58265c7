import ts from 'typescript';

/**
 * Returns the places, as `path:line`, where a regular expression stands in `toMatchObject`: Vitest accepts any text in
 * its place, and `expect.stringMatching` matches it.
 */
export function findBareExpressions(files: readonly { path: string; text: string }[]): string[] {
  return files
    .filter(
      ({ path, text }) => /\.tsx?$/.test(path) && /[:,[]\s*\/[^/*]/.test(text) && /\.to[A-Z]/.test(text),
    )
    .flatMap(({ path, text }) => {
      const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
      const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
      return bareIn(source).map(
        (node) => `${path}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`,
      );
    });
}

function bareIn(node: ts.Node): ts.Node[] {
  const expected =
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'toMatchObject'
      ? node.arguments.flatMap(expressionsIn)
      : [];
  const deeper: ts.Node[] = [];
  ts.forEachChild(node, (child) => void deeper.push(...bareIn(child)));
  return [...expected, ...deeper];
}

function expressionsIn(node: ts.Expression): ts.Node[] {
  if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) return [node];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(expressionsIn);
  if (!ts.isObjectLiteralExpression(node)) return [];
  return node.properties.flatMap((property) =>
    ts.isPropertyAssignment(property) ? expressionsIn(property.initializer) : [],
  );
}
