import ts from 'typescript';
import type { SourceFile } from './source-files.ts';

type Island = Pick<SourceFile, 'path' | 'text'>;

/** The output of an element's child, on this render or a later one. `node` is what a caller passes as children. */
type Kind = 'element' | 'text' | 'node' | 'conditional element' | 'conditional text' | 'nothing';

/**
 * Returns the places, as `path:line`, where a text stands beside an element that may appear, disappear or be replaced, or
 * where a text may itself appear or disappear beside something else.
 *
 * The translation of a browser replaces text nodes. React keeps those that it created, and throws when it inserts an
 * element before one of them or removes it (https://github.com/facebook/react/issues/11538). The only text of an element
 * is safe, because React sets it as `textContent`.
 */
export function findBareTexts(files: readonly Island[]): string[] {
  return files
    .filter(({ path }) => path.endsWith('.tsx'))
    .flatMap(({ path, text }) => {
      const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
      const lines = new Set<number>();
      const names = namesOfElements(source);
      const add = (node: ts.Node) =>
        lines.add(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
      visit(source, (node) => {
        if (ts.isJsxElement(node) || ts.isJsxFragment(node)) wrongChildren(node, names).forEach(add);
        else wrongAlternatives(alternativesOf(node)).forEach(add);
      });
      return [...lines].map((line) => `${path}:${line}`);
    });
}

function wrongChildren(parent: ts.JsxElement | ts.JsxFragment, names: ReadonlySet<string>): ts.JsxChild[] {
  // React removes the texts of a fragment one by one.
  const isFragment = ts.isJsxFragment(parent);
  const shown = parent.children
    .map((child) => ({ child, kind: kindOfChild(child, names) }))
    .filter(({ kind }) => kind !== 'nothing');
  return shown
    .filter(({ kind }, index) => {
      if (kind === 'conditional text') return shown.length > 1;
      if (isFragment) return kind === 'text';
      const beside = [shown[index - 1]?.kind, shown[index + 1]?.kind];
      return (kind === 'text' || kind === 'node') && beside.includes('conditional element');
    })
    .map(({ child }) => child);
}

/**
 * Returns the elements with a text beside something else that React turns into another element: it keeps the element
 * where an alternative has the same tag, and removes the text.
 */
function wrongAlternatives(alternatives: readonly ts.Expression[]): ts.Expression[] {
  const elements = alternatives.filter(ts.isJsxElement);
  return elements.filter((element) => {
    const { tagName, attributes } = element.openingElement;
    const tags = elements.filter(
      ({ openingElement }) => openingElement.tagName.getText() === tagName.getText(),
    );
    const isKeyed = attributes.properties.some((attribute) => attribute.name?.getText() === 'key');
    const kinds = element.children.map((child) => kindOfChild(child, new Set()));
    const shown = kinds.filter((kind) => kind !== 'nothing');
    return tags.length > 1 && !isKeyed && shown.length > 1 && shown.includes('text');
  });
}

/** Returns the branches of a condition, or what a function returns in its statements. */
function alternativesOf(node: ts.Node): ts.Expression[] {
  const alternatives: ts.Expression[] = [];
  const add = (expression: ts.Expression) => {
    if (ts.isParenthesizedExpression(expression)) add(expression.expression);
    else if (ts.isConditionalExpression(expression)) [expression.whenTrue, expression.whenFalse].forEach(add);
    else alternatives.push(expression);
  };
  const addReturns = (statement: ts.Node) => {
    if (ts.isReturnStatement(statement) && statement.expression) add(statement.expression);
    else if (!ts.isFunctionLike(statement)) ts.forEachChild(statement, addReturns);
  };
  if (ts.isConditionalExpression(node)) add(node);
  else if (ts.isFunctionLike(node)) ts.forEachChild(node, addReturns);
  return alternatives;
}

function kindOfChild(child: ts.JsxChild, names: ReadonlySet<string>): Kind {
  // Space alone is not translated.
  if (ts.isJsxText(child)) return child.text.trim() === '' ? 'nothing' : 'text';
  if (!ts.isJsxExpression(child)) return 'element';
  return child.expression ? kindOf(child.expression, names) : 'nothing';
}

function kindOf(node: ts.Expression, names: ReadonlySet<string>): Kind {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return kindOf(node.expression, names);
  if (isElement(node)) return 'element';
  if (ts.isStringLiteralLike(node)) return node.text.trim() === '' ? 'nothing' : 'text';
  if (/^(null|undefined|true|false)$/.test(node.getText())) return 'nothing';
  const branches = branchesOf(node);
  if (branches) return either(...branches.map((branch) => branch && kindOf(branch, names)));
  const name = nameOf(ts.isCallExpression(node) ? node.expression : node);
  if (ts.isCallExpression(node)) {
    // A list of elements, or a function of the file or the caller that renders one.
    if (node.arguments.some(hasElement)) return 'conditional element';
    return name && (names.has(name) || name === 'children') ? 'element' : 'text';
  }
  if (name && names.has(name)) return 'element';
  return name === 'children' ? 'node' : 'text';
}

/** Returns the alternatives of an expression, with undefined for nothing. */
function branchesOf(node: ts.Expression): [ts.Expression | undefined, ts.Expression] | undefined {
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
  if (!ts.isBinaryExpression(node)) return undefined;
  const { kind } = node.operatorToken;
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return [undefined, node.right];
  const isDefault = kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken;
  return isDefault ? [node.left, node.right] : undefined;
}

function either(first: Kind = 'nothing', second: Kind = 'nothing'): Kind {
  if (first === second && (first === 'nothing' || first === 'text')) return first;
  return [first, second].some((kind) => kind.endsWith('text')) ? 'conditional text' : 'conditional element';
}

/** Returns the names of variables and functions of a file that hold or render elements, and of properties for them. */
function namesOfElements(source: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  visit(source, (node) => {
    const isOfElements =
      (ts.isVariableDeclaration(node) && node.initializer && hasElement(node.initializer)) ||
      (ts.isFunctionDeclaration(node) && hasElement(node)) ||
      (ts.isPropertySignature(node) && holdsElement(node));
    if (isOfElements && node.name) names.add(node.name.getText());
  });
  return names;
}

// `children` of type ReactNode may be a text.
function holdsElement({ name, type }: ts.PropertySignature): boolean {
  const types = name.getText() === 'children' ? /\bReactElement\b/ : /\bReact(Node|Element)\b/;
  return types.test(type?.getText() ?? '');
}

const nameOf = (node: ts.Expression) =>
  ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : undefined;

const isElement = (node: ts.Node) =>
  ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node);

function hasElement(node: ts.Node): boolean {
  let isFound = false;
  visit(node, (part) => {
    isFound ||= isElement(part);
  });
  return isFound;
}

function visit(node: ts.Node, onNode: (node: ts.Node) => void): void {
  onNode(node);
  ts.forEachChild(node, (child) => visit(child, onNode));
}
