import { globSync } from 'node:fs';
import ts from 'typescript';
import { imageSources } from './image-sources.ts';
import { settingNames } from './setting-names.ts';
import { readSource } from './source-files.ts';

const CONFIG = 'services/platform/config.ts';

/**
 * Returns the settings that a program of the image reads: those that its entry files, or the files that they import, name in
 * code. `config.ts` and its own imports count only where the program makes a whole configuration of them (`readConfig`).
 */
export function settingsReadBy(root: string, entries: readonly string[]): string[] {
  // The image of a trial has the sandbox as well.
  const sandbox = entries.some((entry) => entry.startsWith('sandbox/')) ? ['sandbox/**/*.ts'] : [];
  const image = new Set([...imageSources(root), ...globSync(sandbox, { cwd: root })]);
  const collect = (ignored?: string) => {
    const files = new Map<string, Set<string>>();
    const visit = (path: string) => {
      if (files.has(path) || path === ignored || !image.has(path) || !path.endsWith('.ts')) return;
      const { text, imports } = readSource(root, path);
      files.set(path, namesIn(path, text));
      for (const { target, isTypeOnly } of imports) if (!isTypeOnly) visit(target);
    };
    entries.forEach(visit);
    return files;
  };
  const all = collect();
  const isConfigured = [...all].some(([path, names]) => path !== CONFIG && names.has('readConfig'));
  const named = [...(isConfigured ? all : collect(CONFIG)).values()].flatMap((names) => [...names]);
  if (named.includes('isSandbox')) named.push('SANDBOX');
  const known = new Set(settingNames());
  return [...new Set(named)].filter((name) => known.has(name)).toSorted();
}

/** Returns the names in the code of a file, without types and the schemas that declare the settings. */
function namesIn(path: string, text: string): Set<string> {
  const names = new Set<string>();
  if (!/\b[A-Z]+_[A-Z]|\bPORT\b|\bSANDBOX\b|\breadConfig\b/.test(text)) return names;
  const visit = (node: ts.Node) => {
    const isSchema = ts.isVariableDeclaration(node) && /Schema$/.test(node.name.getText());
    if (isSchema || ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return names;
}
