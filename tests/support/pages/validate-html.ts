import { HtmlValidate, StaticConfigLoader } from 'html-validate';

// The rules of the standard, not the style of HTML: a page whose scripts have run is as the browser writes it.
const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:standard', 'html-validate:document'],
    rules: {
      // Scripts and styles come from our own server.
      'require-sri': 'off',
    },
  }),
);

/** A finding that is accepted, and why. */
interface Accepted {
  rule: string;
  selector: RegExp;
  reason: string;
}

/** A check of pages by html-validate. */
export interface HtmlCheck {
  /** Returns what is found in the HTML of a page and not accepted, as `rule: message, selector`. */
  findInvalid(html: string): string[];
  /** Returns the reasons of what is accepted and was in no page so far. */
  unused(): string[];
}

const stylesOfIslands = {
  rule: 'element-permitted-content',
  selector: / > style$/,
  reason: 'Astro writes the style of its islands before the first one of a page',
};

// The list may only become shorter.
const accepted: readonly Accepted[] = [stylesOfIslands];

/** Creates a check of pages, as they are built or once their scripts have run. */
export function createHtmlCheck(): HtmlCheck {
  const unused = new Set(accepted);
  return {
    findInvalid: (html) =>
      validator
        .validateStringSync(html)
        .results.flatMap(({ messages }) => messages)
        .filter(({ ruleId, selector }) => {
          const match = accepted.find(
            (candidate) => candidate.rule === ruleId && candidate.selector.test(selector ?? ''),
          );
          if (match) unused.delete(match);
          return !match;
        })
        .map(({ ruleId, message, selector }) => `${ruleId}: ${message}, ${selector}`),
    unused: () => [...unused].map(({ reason }) => reason),
  };
}
