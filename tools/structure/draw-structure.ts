import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawRequestStates } from './draw-request-states.ts';
import { drawTable } from './draw-table.ts';
import { layers } from './layers.ts';
import { words } from './words.ts';

const columns = ['src/areas', 'services/contracts', 'services', 'workers'];

/** Draws the table of modules from the folders. @throws when a folder has a word that is not listed, or a word no folder. */
export function drawModules(root: string): string {
  const folders = columns.map((column) =>
    foldersOf(join(root, column)).filter((name) => name !== 'contracts'),
  );
  const unknown = folders.flat().filter((name) => !(name in words));
  if (unknown.length > 0) throw new Error(`Not listed in tools/structure/words.ts: ${unknown.join(', ')}`);
  const unused = Object.keys(words).filter((word) => !folders.flat().includes(word));
  if (unused.length > 0) throw new Error(`No folder has the name ${unused.join(', ')}`);
  const rows = Object.entries(words).map(([word, about]) => [
    `**${word}**: ${about}`,
    ...columns.map((column, index) => (folders[index]?.includes(word) ? `\`${column}/${word}\`` : '')),
  ]);
  const head = ['module', 'user interface', 'API contract', 'rules and data', 'jobs and mails'];
  return drawTable(head, rows);
}

/** Draws the layers of a folder as a Mermaid flowchart, the highest on top. */
function drawLayersOf(folder: string): string {
  const levels = layers[folder] ?? [];
  const boxes = levels.map((modules, level) => `  L${level + 1}["${level + 1}: ${modules.join(' · ')}"]`);
  const order = levels.map((_, level) => `L${level + 1}`).reverse();
  return ['```mermaid', 'flowchart TB', ...boxes.reverse(), `  ${order.join(' --> ')}`, '```'].join('\n');
}

/** Draws the layers of every layered folder. */
export const drawLayers = (): string =>
  Object.keys(layers)
    .map((folder) => `\`${folder}\`:\n\n${drawLayersOf(folder)}`)
    .join('\n\n');

function foldersOf(path: string): string[] {
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Replaces what stands between the two marks of a drawing. @throws when the text lacks them. */
export function replaceDrawing(text: string, name: string, drawing: string): string {
  const [start, end] = [`<!-- ${name}: npm run docs:structure -->`, `<!-- end of ${name} -->`];
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`The marks of "${name}" are missing.`);
  return `${before}${start}\n\n${drawing}\n\n${end}${after}`;
}

/** The documents with their drawings as they should be, by path. */
export function drawDocuments(root: string): Record<string, string> {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  return {
    'README.md': replaceDrawing(read('README.md'), 'modules', drawModules(root)),
    'docs/request-states.md': drawRequestStates(),
    'docs/architecture.md': replaceDrawing(read('docs/architecture.md'), 'layers', drawLayers()),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  for (const [path, text] of Object.entries(drawDocuments(root))) writeFileSync(join(root, path), text);
}
