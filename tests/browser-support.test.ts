import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readBrowserCode } from './support/rules/browser-code.ts';
import { findUnsupportedApis } from './support/rules/web-api-rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Used where they exist: the code asks first, or does without. */
const optional: Record<string, string> = {
  'api.CanvasRenderingContext2D.imageSmoothingQuality':
    'Firefox scales pictures in its own way and ignores it',
  'api.Navigator.share': 'without it, the other ways to share are shown',
};

const wrong: [code: string, api: string][] = [
  ['AbortSignal.any([])', 'api.AbortSignal.any_static'],
  ['AbortSignal.timeout(1)', 'api.AbortSignal.timeout_static'],
  ['URL.canParse("")', 'api.URL.canParse_static'],
  ['[1].toReversed()', 'javascript.builtins.Array.toReversed'],
  ['[1].toSorted()', 'javascript.builtins.Array.toSorted'],
  ['([1] as readonly number[]).toSorted()', 'javascript.builtins.Array.toSorted'],
  ['new URLSearchParams().size', 'api.URLSearchParams.size'],
  ['const { size } = new URLSearchParams()', 'api.URLSearchParams.size'],
  ['const { size: count } = new URLSearchParams()', 'api.URLSearchParams.size'],
  ['document.querySelectorAll("dialog:modal")', 'css.selectors.modal'],
  ['Object.groupBy([1], String)', 'javascript.builtins.Object.groupBy'],
  ['new Set([1]).union(new Set([2]))', 'javascript.builtins.Set.union'],
  ['Promise.withResolvers()', 'javascript.builtins.Promise.withResolvers'],
  ['document.body.checkVisibility()', 'api.Element.checkVisibility'],
  ['navigation.back()', 'api.Navigation.back'],
  ['/(?<=a)b/.test("")', 'javascript.regular_expressions.lookbehind_assertion'],
  ['new RegExp(`(?<!a)b`)', 'javascript.regular_expressions.lookbehind_assertion'],
  ['new Map().values().map(String)', 'javascript.builtins.Iterator.map'],
  ['new Intl.DurationFormat("en")', 'javascript.builtins.Intl.DurationFormat'],
];
const wrongFiles = wrong.map(([code], index) => [`src/wrong-${index}.ts`, `export {};\n${code};`] as const);

describe('an API that a promised browser lacks', () => {
  const files = readBrowserCode(root);
  // One program for all, because most of its time goes into the types of the platform.
  const uses = findUnsupportedApis(root, new Map([...files, ...wrongFiles]));
  const inPages = uses.filter(({ place }) => !place.startsWith('src/wrong-'));

  it('is not used by code of pages', () => {
    expect(files.size).toBeGreaterThan(300);
    expect(inPages.filter(({ api }) => !(api in optional))).toEqual([]);
    expect(Object.keys(optional).filter((api) => !inPages.some((use) => use.api === api))).toEqual([]);
  });

  it.each(wrong.map(([code, api], index) => ({ code, api, place: `src/wrong-${index}.ts:2` })))(
    'is found in $code',
    ({ api, place }) => {
      expect(uses.filter((use) => use.place === place).map((use) => use.api)).toContain(api);
    },
  );
});
