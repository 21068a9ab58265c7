const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Value in `${…}` of {@link html}: text is escaped, markup is not, absent values render as nothing. */
export type HtmlValue = SafeHtml | string | number | bigint | false | null | undefined | readonly HtmlValue[];

/** Markup made by {@link html}, safe to send or to nest. */
export class SafeHtml {
  // A private field makes the type nominal: an object of the same shape does not compile.
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

function render(value: HtmlValue): string {
  if (value instanceof SafeHtml) return value.toString();
  if (Array.isArray(value)) return value.map(render).join('');
  if (value === null || value === undefined || value === false) return '';
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/**
 * Template literal that escapes every value for element text and for quoted attributes.
 * Does not make URLs or CSS safe: check for `javascript:` links before, and always quote attributes.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): SafeHtml {
  // The cooked strings, so that an escape such as \n in a template is a line break.
  return new SafeHtml(strings.reduce((markup, part, index) => markup + render(values[index - 1]) + part));
}
