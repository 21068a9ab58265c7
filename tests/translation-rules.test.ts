import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findBareTexts } from './support/rules/translation-rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = globSync('src/**/*.tsx', { cwd: root }).map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));

const linesOf = (children: string) => findBareTexts([{ path: 'a.tsx', text: `\n<p>${children}</p>` }]);

describe('a text that the translation of a browser replaces', () => {
  it('stands in an element of its own beside a conditional element', () => {
    expect(files.length).toBeGreaterThan(150);
    expect(findBareTexts(files)).toEqual([]);
  });

  it.each([
    '{isBusy && <Spinner />}{label}',
    '{isBusy && <Spinner />} Saving',
    'Saving {isBusy && <Spinner />}',
    '{isBusy ? <Spinner /> : <Done />} Saving',
    '{isBusy && <Spinner />}{isBusy ? "Saving" : props.children}',
    '{isBusy ? "Saving" : <Done />} <b>now</b>',
    '<b>now</b> {isBusy && "Saving"}',
    '<b>now</b> {isBusy ? name : ""}',
    '{names.map((name) => <b key={name}>{name}</b>)} are here',
    '{isNew && <>Written <b>today</b></>}',
    '{isClosed ? <b>Closed</b> : <b>Due <Time /></b>}',
  ])('is found in %j', (children) => {
    expect(linesOf(children)).toEqual(['a.tsx:2']);
  });

  it.each([
    '{isBusy && <Spinner />}<span>{label}</span>',
    '{isBusy ? "Saving" : "Save"}',
    '{isBusy && "Saving"}',
    '{isBusy ? "Saving" : <Done />}',
    'Saving <b>now</b>',
    '{isClosed ? <b key="closed">Closed</b> : <b key="due">Due <Time /></b>}',
    '{isClosed ? <b>Closed</b> : <i>Due <Time /></i>}',
    '{name} wrote {isNew ? "today" : "before"}',
    '{names.map((name) => <b key={name}>{name}</b>)}',
  ])('is not found in %j', (children) => {
    expect(linesOf(children)).toEqual([]);
  });
});
