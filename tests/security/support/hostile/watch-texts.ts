import type { BrowserContext, Page } from 'playwright-core';
import { canaryName, firstHostileText, injectedAttribute } from './hostile-texts.ts';

/** Effects of the texts in the pages of a browser context. */
export interface TextWatch {
  /** Where a script of a text ran, or a dialog opened. */
  executions: string[];
  /** Violations of CSP and Trusted Types, and where. */
  violations: string[];
}

/** Counts scripts that run and violations in every page that the context opens from now on. */
export async function watchTexts(context: BrowserContext): Promise<TextWatch> {
  const watch: TextWatch = { executions: [], violations: [] };
  await context.exposeBinding(canaryName, ({ page }) => void watch.executions.push(page.url()));
  await context.exposeBinding('__violation', ({ page }, text: string) => {
    watch.violations.push(`${page.url()}: ${text}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const report: unknown = Reflect.get(window, '__violation');
      if (typeof report === 'function') report(`${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  context.on('dialog', (dialog) => {
    watch.executions.push(`${dialog.page()?.url()}: dialog`);
    // The page may have been closed meanwhile.
    dialog.dismiss().catch(() => undefined);
  });
  return watch;
}

/** The texts that a page shows. */
export interface ShownTexts {
  /** Columns whose text is visible, or in a field, letter by letter. */
  columns: string[];
  /** Columns whose mark is visible and whose text is not as it was stored. */
  changed: string[];
  /** Elements that a text added, and links that run a script. */
  injected: string[];
}

/** Reads {@link ShownTexts} of the page as it is now. */
export async function readShownTexts(page: Page): Promise<ShownTexts> {
  const { texts, injected } = await page.evaluate((attribute) => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
    const scripted = ['href', 'src', 'action', 'formaction', 'data'].map(
      (name) => `[${name}^="javascript:" i]`,
    );
    const added = document.querySelectorAll([`[${attribute}]`, ...scripted].join());
    // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts.
    const { innerText } = document.body;
    return {
      texts: [document.title, innerText, ...fields.map(({ value }) => value)],
      injected: [...added].map(({ outerHTML }) => outerHTML.slice(0, 200)),
    };
  }, injectedAttribute);
  const text = texts.join('\n');
  const marks = [...text.matchAll(/¤([a-z_.]+)¤(.{0,40})/gi)];
  const isLiteral = ([, , after = '']: RegExpMatchArray) => after.toLowerCase().startsWith(firstHostileText);
  const namesOf = (matches: RegExpMatchArray[]) => [
    ...new Set(matches.map(([, name = '']) => name.toLowerCase())),
  ];
  return {
    columns: namesOf(marks.filter(isLiteral)).sort(),
    changed: namesOf(marks.filter((mark) => !isLiteral(mark))).sort(),
    injected,
  };
}
