import { expect, it } from 'vitest';
import { describeLicences, folderOf } from './licence-notices.ts';

it('names packages in order, with version and the text of their licences', () => {
  const text = describeLicences(['node_modules/react-dom', 'node_modules/@fontsource-variable/figtree']);
  expect(text.match(/^\S+ \d+\.\d+\.\d+ \(.*\)$/gm)).toEqual([
    expect.stringMatching(/^@fontsource-variable\/figtree [\d.]+ \(OFL-1\.1\)$/),
    expect.stringMatching(/^react-dom [\d.]+ \(MIT\)$/),
  ]);
  expect(text).toContain('Copyright (c) Meta Platforms');
  expect(text).toContain('SIL Open Font License');
});

it.each([
  ['/a/node_modules/react/cjs/react.production.js', '/a/node_modules/react'],
  ['/a/node_modules/@tanstack/react-query/build/modern/index.js', '/a/node_modules/@tanstack/react-query'],
  ['/a/node_modules/b/node_modules/c/index.js?commonjs-es-import', '/a/node_modules/b/node_modules/c'],
  ['/a/src/ui/Button.tsx', undefined],
  ['\0/a/node_modules/react/index.js?commonjs-module', undefined],
])('finds the package of %j', (id, folder) => {
  expect(folderOf(id)).toBe(folder);
});
