import { HtmlValidate, StaticConfigLoader } from 'html-validate';

// What the standard says, not how HTML is written: a page whose scripts have run is as the browser writes it.
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

interface Accepted {
  rule: string;
  selector: RegExp;
  reason: string;
}

/** Findings that are accepted, and why. The list may only become shorter. */
const accepted: readonly Accepted[] = [
  {
    rule: 'element-permitted-content',
    selector: / > style$/,
    reason: 'Astro writes the style of its islands before the first one of a page',
  },
  {
    rule: 'heading-level',
    selector: / > template > h1$/,
    reason: 'a template is not part of the page',
  },
  {
    rule: 'input-attributes',
    selector: /password$/i,
    reason: 'autocapitalize matters when the password is shown, as text',
  },
];
const unused = new Set(accepted);

/** Returns what html-validate finds in the HTML of a page and the list does not accept, as `rule: message, selector`. */
export function findInvalidHtml(html: string): string[] {
  const { results } = validator.validateStringSync(html);
  return results
    .flatMap(({ messages }) => messages)
    .filter(({ ruleId, selector }) => {
      const found = accepted.find((one) => one.rule === ruleId && one.selector.test(selector ?? ''));
      if (found) unused.delete(found);
      return !found;
    })
    .map(({ ruleId, message, selector }) => `${ruleId}: ${message}, ${selector}`);
}

/** Returns the entries of the list that no page of this run needed, by their reason. */
export const unusedExceptions = (): string[] => [...unused].map(({ reason }) => reason);
