import { join } from 'node:path';
import ts from 'typescript';
import { findCompat, missingIn } from './browser-support.ts';

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  strict: true,
  types: [],
};

/** The use of an API. */
interface ApiUse {
  /** `path:line`. */
  place: string;
  /** Its path in the compatibility data: `api.AbortSignal.any_static`. */
  api: string;
  /** The promised browsers without it, with the versions that brought it. */
  missingIn: string[];
}

/**
 * Returns the uses of APIs of browsers and of the language that a promised browser lacks, by the types of the compiler: a method
 * such as `toSorted` is known by the type of the object. `files` are the texts by path relative to `root`. Not seen: what a
 * package calls, members of objects with options, and values of type `any`.
 */
export function findUnsupportedApis(root: string, files: ReadonlyMap<string, string>): ApiUse[] {
  const texts = new Map([...files].map(([path, text]) => [join(root, path), text]));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getCurrentDirectory = () => root;
  const program = ts.createProgram([...texts.keys()], options, host);
  return [...files.keys()].flatMap((path) => {
    const source = program.getSourceFile(join(root, path));
    return source ? usesIn(source, path, program.getTypeChecker()) : [];
  });
}

function usesIn(source: ts.SourceFile, path: string, checker: ts.TypeChecker): ApiUse[] {
  const uses: ApiUse[] = [];
  const visit = (node: ts.Node): void => {
    for (const names of [...apisOf(node, checker), ...syntaxOf(node)]) {
      const lacking = missingIn(findCompat(names));
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      if (lacking.length > 0)
        uses.push({ place: `${path}:${line + 1}`, api: names.join('.'), missingIn: lacking });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

/** Returns the paths in the compatibility data that a name may have: of its own type, of the type that declares it, or global. */
function apisOf(node: ts.Node, checker: ts.TypeChecker): string[][] {
  if (!ts.isIdentifier(node) || ts.isPartOfTypeNode(node)) return [];
  const symbol = symbolOf(node, checker);
  const declarations = symbol?.declarations?.filter(isOfPlatform) ?? [];
  if (!symbol || declarations.length === 0) return [];
  const owners = new Set(declarations.flatMap(ownerOf));
  if (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node)
    for (const owner of typeNames(checker.getTypeAtLocation(node.parent.expression))) owners.add(owner);
  const paths =
    owners.size > 0 ? [...owners].flatMap((owner) => memberPaths(owner, symbol.name)) : ownPaths(symbol);
  return paths.filter((names) => findCompat(names)).slice(0, 1);
}

function symbolOf(node: ts.Identifier, checker: ts.TypeChecker): ts.Symbol | undefined {
  const { parent } = node;
  // `const { size } = query`
  if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node)
    return checker.getTypeAtLocation(parent.parent).getProperty(node.text);
  return checker.getSymbolAtLocation(node);
}

const isOfPlatform = (declaration: ts.Declaration) =>
  /[\\/]lib\.[\w.]+\.d\.ts$/.test(declaration.getSourceFile().fileName);

/** Returns the name of the interface that declares a member; `Name()` for a member of the constructor. */
function ownerOf({ parent }: ts.Declaration): string[] {
  if (ts.isInterfaceDeclaration(parent)) return [parent.name.text];
  const isStatic = ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent);
  return isStatic ? [`${parent.parent.name.getText()}()`] : [];
}

/** Returns the names of a type, of its parts and of the types that it extends. */
function typeNames(type: ts.Type): string[] {
  if (type.isUnionOrIntersection()) return type.types.flatMap(typeNames);
  const bases = type.isClassOrInterface() ? (type.getBaseTypes() ?? []) : [];
  return [type.symbol?.name ?? '', ...bases.flatMap(typeNames)].filter((name) => !/^(__type|)$/.test(name));
}

const builtins = ['javascript', 'builtins'];

const ownPaths = ({ name }: ts.Symbol) => [
  ['api', name],
  ['api', 'Window', name],
  [...builtins, name],
  [...builtins, 'Intl', name],
];

function memberPaths(owner: string, member: string): string[][] {
  const isStatic = owner.endsWith('()');
  const name = owner
    .replace(/\(\)$|Constructor$/, '')
    .replace(/^Readonly(?=Array|Map|Set)/, '')
    .replace(/^\w*Iterator(Object)?$/, 'Iterator');
  return [
    ['api', name, isStatic ? `${member}_static` : member],
    [...builtins, name, member],
    [...builtins, 'Intl', name, member],
  ];
}

const selectorMethods = /^(querySelector|querySelectorAll|matches|closest)$/;

/** Returns what texts contain: pseudo-classes of selectors, and assertions of regular expressions. */
function syntaxOf(node: ts.Node): string[][] {
  if (ts.isRegularExpressionLiteral(node)) return expressionSyntax(node.text);
  if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp')
    return expressionSyntax(node.arguments?.[0]?.getText() ?? '');
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  if (!selectorMethods.test(node.expression.name.text)) return [];
  const selector = node.arguments[0]?.getText() ?? '';
  return [...selector.matchAll(/:([a-z-]+)/g)].map(([, name = '']) => ['css', 'selectors', name]);
}

const expressionSyntax = (pattern: string) =>
  /\(\?<[=!]/.test(pattern) ? [['javascript', 'regular_expressions', 'lookbehind_assertion']] : [];
