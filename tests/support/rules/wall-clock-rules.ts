import ts from 'typescript';
import { isTestName, type SourceFile } from './source-files.ts';

type TestFile = Pick<SourceFile, 'path' | 'text'>;

const clocks = /^(Date\.now|performance\.now|(process\.)?hrtime(\.bigint)?)$/;
const timingNames = /^(took|elapsed)/;
const upperLimits = /^(toBeLessThan(OrEqual)?|toBeCloseTo)$/;
const lowerLimits = /^toBeGreaterThan(OrEqual)?$/;
// They measure on purpose.
const measuring = /^tests\/(bench|faults\/rig)\//;

const { SyntaxKind } = ts;
const comparisons = new Set<ts.SyntaxKind>([
  SyntaxKind.LessThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.GreaterThanEqualsToken,
]);
const scalings = new Set<ts.SyntaxKind>([
  SyntaxKind.PlusToken,
  SyntaxKind.AsteriskToken,
  SyntaxKind.SlashToken,
]);

interface Names {
  /** Variables that hold a time of a clock. */
  starts: Set<string>;
  /** Variables that hold a duration. */
  timings: Set<string>;
  /** Functions that return a duration, of all files. */
  functions: Set<string>;
}

const isTestFile = (path: string) =>
  (/^tests\/.*\.tsx?$/.test(path) || isTestName(path)) && !measuring.test(path);

/**
 * Returns the places, as `path:line`, where a test compares a duration that it measured with a constant upper limit: it
 * fails on a busy machine. A duration is the difference of two readings of a clock, a variable, or the result of a
 * function with one, and each name that begins with `took` or `elapsed`.
 *
 * Allowed are lower limits with `toBeGreaterThan`, which a slow machine cannot fail (a pause really took place), a ratio
 * or comparison of two durations of one run, and conditions of loops, which wait instead of asserting. A limit with `<`
 * or `>` is reported in both directions, because the rule cannot tell which one is asserted.
 */
export function findWallClockLimits(files: readonly TestFile[]): string[] {
  const functions = new Set<string>();
  const tests = files.filter(({ path }) => isTestFile(path));
  // Parsing takes long; only files that mention a clock can measure.
  for (const file of tests) if (/\bnow\(|hrtime/.test(file.text)) collectNames(parse(file), functions);
  const mayMeasure = new RegExp(`\\b(now\\(|hrtime|took|elapsed|${[...functions].join('|') || '(?!)'})`);
  return tests
    .filter(({ text }) => mayMeasure.test(text))
    .flatMap((file) => {
      const source = parse(file);
      const names = collectNames(source, functions);
      return limitsOf(source, names).map((line) => `${file.path}:${line}`);
    });
}

function parse({ path, text }: TestFile): ts.SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
}

/** Returns the names in a file, and adds its functions that return a duration to `functions`. */
function collectNames(source: ts.SourceFile, functions: Set<string>): Names {
  const names: Names = { starts: new Set(), timings: new Set(), functions };
  // In the order of the text: a variable is declared before it is used.
  visit(source, (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      const { text } = node.name;
      if (isTiming(node.initializer, names)) names.timings.add(text);
      else if (isClock(node.initializer)) names.starts.add(text);
    }
    const result = ts.isReturnStatement(node) ? node.expression : conciseBody(node);
    const name = result && isTiming(result, names) ? nameOfFunction(node) : undefined;
    if (name) functions.add(name);
  });
  return names;
}

function limitsOf(source: ts.SourceFile, names: Names): number[] {
  const lines = new Set<number>();
  visit(source, (node) => {
    if (isLimitedExpectation(node, names) || isLimitedComparison(node, names))
      lines.add(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
  });
  return [...lines];
}

function isLimitedExpectation(node: ts.Node, names: Names): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const matcher = node.expression.name.text;
  let subject = node.expression.expression;
  let isNegated = false;
  while (ts.isPropertyAccessExpression(subject) && /^(not|resolves)$/.test(subject.name.text)) {
    if (subject.name.text === 'not') isNegated = !isNegated;
    subject = subject.expression;
  }
  if (!(isNegated ? lowerLimits : upperLimits).test(matcher) || !ts.isCallExpression(subject)) return false;
  const [actual] = subject.arguments;
  const [limit] = node.arguments;
  if (subject.expression.getText() !== 'expect' || !actual || !limit) return false;
  if (isTiming(actual, names)) return !mentionsTiming(limit, names);
  // `expect(Date.now()).toBeLessThan(startMs + 5_000)` is the same limit.
  return isClock(actual) && mentions(limit, (part) => ts.isIdentifier(part) && names.starts.has(part.text));
}

function isLimitedComparison(node: ts.Node, names: Names): boolean {
  if (!ts.isBinaryExpression(node) || !comparisons.has(node.operatorToken.kind)) return false;
  if (isLoopCondition(node)) return false;
  const { left, right } = node;
  return (
    (isTiming(left, names) && !mentionsTiming(right, names)) ||
    (isTiming(right, names) && !mentionsTiming(left, names))
  );
}

function isLoopCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isForStatement(parent)) return parent.condition === node;
  if (ts.isWhileStatement(parent) || ts.isDoStatement(parent)) return parent.expression === node;
  return ts.isBinaryExpression(parent) && isLoopCondition(parent);
}

function isClock(node: ts.Expression): boolean {
  const inner = unwrap(node);
  return ts.isCallExpression(inner) && clocks.test(inner.expression.getText());
}

function isTiming(node: ts.Expression, names: Names): boolean {
  const inner = unwrap(node);
  if (ts.isIdentifier(inner)) return names.timings.has(inner.text) || timingNames.test(inner.text);
  if (ts.isPropertyAccessExpression(inner)) return timingNames.test(inner.name.text);
  if (ts.isCallExpression(inner)) return isTimingCall(inner, names);
  if (!ts.isBinaryExpression(inner)) return false;
  const { left, right, operatorToken } = inner;
  const [isLeft, isRight] = [isTiming(left, names), isTiming(right, names)];
  if (operatorToken.kind === SyntaxKind.MinusToken)
    return isLeft || isRight || isDifference(left, right, names);
  // The quotient of two durations is a ratio.
  if (operatorToken.kind === SyntaxKind.SlashToken && isLeft && isRight) return false;
  return scalings.has(operatorToken.kind) && (isLeft || isRight);
}

/** Whether it is a clock minus another time, and not minus a constant, which is a time again. */
function isDifference(left: ts.Expression, right: ts.Expression, names: Names): boolean {
  const isTime = (node: ts.Expression) => {
    const inner = unwrap(node);
    return isClock(inner) || (ts.isIdentifier(inner) && names.starts.has(inner.text));
  };
  if (isTime(left))
    return isTime(right) || /start|began|since|\bat\b|At\b|parse|getTime/i.test(right.getText());
  return isTime(right) && /\bat\b|At\b|parse|getTime|now/i.test(left.getText());
}

function isTimingCall({ expression, arguments: given }: ts.CallExpression, names: Names): boolean {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
  if (names.functions.has(name)) return true;
  return (
    /^(Math\.\w+|Number)$/.test(expression.getText()) && given.some((argument) => isTiming(argument, names))
  );
}

const mentionsTiming = (node: ts.Node, names: Names) =>
  mentions(node, (part) => ts.isExpression(part) && isTiming(part, names));

function mentions(node: ts.Node, matches: (part: ts.Node) => boolean): boolean {
  let isFound = false;
  visit(node, (part) => {
    isFound ||= matches(part);
  });
  return isFound;
}

function unwrap(node: ts.Expression): ts.Expression {
  if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node) || ts.isNonNullExpression(node))
    return unwrap(node.expression);
  return ts.isAsExpression(node) ? unwrap(node.expression) : node;
}

const conciseBody = (node: ts.Node) =>
  ts.isArrowFunction(node) && !ts.isBlock(node.body) ? node.body : undefined;

/** Returns the name of the function that a node belongs to, if it has one. */
function nameOfFunction(node: ts.Node): string | undefined {
  let inner: ts.Node = node;
  while (!ts.isFunctionLike(inner)) {
    if (!inner.parent) return undefined;
    inner = inner.parent;
  }
  const owner = inner.name ? inner : inner.parent;
  const isNamed =
    ts.isFunctionLike(owner) || ts.isVariableDeclaration(owner) || ts.isPropertyAssignment(owner);
  return isNamed && owner.name && ts.isIdentifier(owner.name) ? owner.name.text : undefined;
}

function visit(node: ts.Node, onNode: (node: ts.Node) => void): void {
  onNode(node);
  ts.forEachChild(node, (child) => visit(child, onNode));
}
