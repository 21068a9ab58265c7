import { findCompat, missingIn } from './browser-support.ts';

/** The use of a feature of CSS: its path in the compatibility data, the text, and the promised browsers without it. */
interface StyleUse {
  feature: string;
  text: string;
  missingIn: string[];
}

/**
 * Returns what built styles use and a promised browser lacks. Left out are rules within `@supports`, and values with one before
 * them for the same property in the same rule, which such a browser uses instead.
 */
export function findUnsupportedStyles(css: string): StyleUse[] {
  return blocksOf(css.replace(/\/\*.*?\*\/|url\([^)]*\)/gs, '').replace(/"(\\.|[^"\\])*"/g, '""')).flatMap(
    ({ prelude, declarations }) => {
      const isAtRule = prelude.startsWith('@');
      const uses = [
        ...(isAtRule ? atRuleFeatures(prelude) : selectorFeatures(prelude)),
        ...(isAtRule ? [] : backdropFeatures(prelude, declarations)),
      ].map((feature) => ({ feature, text: prelude }));
      const values = declarations.flatMap(([property, value], index) => {
        const hasFallback = declarations
          .slice(0, index)
          .some(([before]) => before.replace(/^-\w+-/, '') === property);
        const features = hasFallback ? [] : valueFeatures(property, value);
        return features.map((feature) => ({ feature, text: `${prelude}{${property}:${value}}` }));
      });
      return [...uses, ...values].flatMap(({ feature, text }) => {
        const lacking = missingIn(findCompat(feature));
        return lacking.length > 0 ? { feature: feature.join('.'), text, missingIn: lacking } : [];
      });
    },
  );
}

interface Block {
  prelude: string;
  declarations: [property: string, value: string][];
}

/** Splits a style sheet into its blocks, those within `@supports` left out. */
function blocksOf(css: string): Block[] {
  const blocks: Block[] = [];
  const open: Block[] = [];
  for (const [, text = '', end] of css.matchAll(/([^{};]*)([{};]|$)/g)) {
    const part = text.trim();
    const block = open.at(-1);
    if (end === '{') open.push({ prelude: part, declarations: [] });
    else if (part.startsWith('@')) blocks.push({ prelude: part, declarations: [] });
    else if (part && block) block.declarations.push(splitDeclaration(part));
    if (end !== '}') continue;
    const closed = open.pop();
    const isConditional = [...open, closed].some((enclosing) => enclosing?.prelude.startsWith('@supports'));
    if (closed && !isConditional) blocks.push(closed);
  }
  return blocks;
}

function splitDeclaration(text: string): [string, string] {
  const colon = text.indexOf(':');
  return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}

type Feature = string[];

function atRuleFeatures(prelude: string): Feature[] {
  const [, name = '', condition = ''] = /^@([\w-]+)(.*)$/s.exec(prelude) ?? [];
  const asked = [...condition.matchAll(/\(([\w-]+)/g)].map(([, feature = '']) =>
    feature.replace(/^m(in|ax)-/, ''),
  );
  return [
    ['css', 'at-rules', name],
    ...asked.map((feature) => ['css', 'at-rules', name, feature]),
    ...(name === 'media' && /[<>]/.test(condition) ? [['css', 'at-rules', 'media', 'range_syntax']] : []),
  ];
}

const selectorFeatures = (selector: string): Feature[] => [
  ...[...selector.matchAll(/::?([\w-]+)/g)].map(([, name = '']) => ['css', 'selectors', name]),
  ...(selector.includes('&') ? [['css', 'selectors', 'nesting']] : []),
];

const backdropFeatures = (selector: string, declarations: Block['declarations']): Feature[] =>
  selector.includes('::backdrop') && declarations.some(([, value]) => value.includes('var('))
    ? [['css', 'selectors', 'backdrop', 'inherit_from_originating_element']]
    : [];

const units: [RegExp, Feature][] = [
  [/\d[dls]v[hwib]\b/, ['css', 'types', 'length', 'viewport_percentage_units_dynamic']],
  [/\dcq[whib]\b/, ['css', 'types', 'length', 'container_query_length_units']],
  [/\dr?lh\b/, ['css', 'types', 'length', 'lh']],
];

function valueFeatures(property: string, value: string): Feature[] {
  const own = ['css', 'properties', property];
  const called = [...value.matchAll(/(?<![\w-])([a-z][\w-]*)\(/g)].map(([, name = '']) => name);
  const words = value.split(/[\s,()]+/).filter((word) => /^[a-z][\w-]*$/.test(word));
  const isMissing = missingIn(findCompat(own)).length > 0;
  return [
    ...(property.startsWith('-') ? [] : [own, ...(isMissing ? [] : words.map((word) => [...own, word]))]),
    ...called.flatMap((name) =>
      ['', 'color', 'image', 'gradient', 'easing-function'].map((type) =>
        ['css', 'types', type, name].filter(Boolean),
      ),
    ),
    ...units.flatMap(([unit, feature]) => (unit.test(value) ? [feature] : [])),
  ];
}
