const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What may stand in `${…}` of {@link html}: text is escaped, markup is kept, nothing is printed for absent values. */
export type HtmlValue = SafeHtml | string | number | bigint | false | null | undefined | readonly HtmlValue[];

/** Markup that came out of {@link html} and is therefore safe to send or to nest. */
export class SafeHtml {
  // A private field makes the type nominal: an object that merely has the same shape does not compile.
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
 * It does not make URLs or CSS safe: check a `javascript:` link before it comes here, and always quote attributes.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): SafeHtml {
  // The cooked strings, so that an escape such as \n in a template means what its author typed.
  return new SafeHtml(strings.reduce((markup, part, index) => markup + render(values[index - 1]) + part));
}
