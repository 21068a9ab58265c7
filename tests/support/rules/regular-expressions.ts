import { availableParallelism } from 'node:os';
import { check } from 'recheck';
import ts from 'typescript';
import { type SourceFile, scriptsOf } from './source-files.ts';

/** A regular expression in a source file. */
export interface Pattern {
  path: string;
  source: string;
  flags: string;
}

/** Returns the regular expressions of a file: literals, and texts that `RegExp` gets, with `x` for what is inserted into them. */
export function patternsOf({ path, text }: Pick<SourceFile, 'path' | 'text'>): Pattern[] {
  const patterns: Pattern[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      patterns.push({ path, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    } else if (isRegExpCall(node)) {
      const [source, flags] = node.arguments ?? [];
      patterns.push({ path, source: textOf(source), flags: flags ? textOf(flags) : '' });
    }
    ts.forEachChild(node, visit);
  };
  const code = path.endsWith('.astro') ? scriptsOf(text) : text;
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  visit(ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kind));
  return patterns;
}

const isRegExpCall = (node: ts.Node): node is ts.NewExpression | ts.CallExpression =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';

function textOf(node: ts.Node | undefined): string {
  if (node && ts.isStringLiteralLike(node)) return node.text;
  if (!node || !ts.isTemplateExpression(node)) throw new Error(`Not a text: RegExp(${node?.getText()})`);
  return node.head.text + node.templateSpans.map(({ literal }) => `x${literal.text}`).join('');
}

// Limits of steps only, not of time: a slow machine has the same result.
const limits = { timeout: null, attackTimeout: null, incubationTimeout: null };

/** Returns those whose time may grow faster than the text that they read, as `path /source/flags`, by recheck. */
export async function findSlow(patterns: readonly Pattern[]): Promise<string[]> {
  const slow = new Set<string>();
  const left = [...patterns];
  const checkEach = async () => {
    for (let pattern = left.pop(); pattern; pattern = left.pop()) {
      const { path, source, flags } = pattern;
      const { status } = await check(source, flags, limits);
      if (status !== 'safe') slow.add(`${path} /${source}/${flags}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, checkEach));
  return [...slow].toSorted();
}
