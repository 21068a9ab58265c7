import { setTimeout as wait } from 'node:timers/promises';
import { patienceMs } from '../../soon.ts';
import type { JourneyLocator, JourneyPage, Visitor } from '../journey-page.ts';
import { fillElement, findElements, type Query } from './find-elements.ts';

/** A tab of a browser, as the protocols of browsers drive it. */
export interface Tab {
  id: string;
  goto(url: string): Promise<unknown>;
  /** Returns the value of a JavaScript expression, which must be JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Moves the pointer onto the element that the expression returns and presses it. @throws when it returns none. */
  click(expression: string): Promise<unknown>;
}

/** Returns a visitor in the first of the tabs; `tabs` lists those that are open. */
export async function driveTabs(tabs: () => Promise<Tab[]>, baseURL: string): Promise<Visitor> {
  const newTab = async (known: Tab[]) => {
    const tab = (await tabs()).find(({ id }) => !known.some((earlier) => earlier.id === id));
    if (!tab) throw new Error('No tab was opened');
    return drivePage(tab, baseURL);
  };
  const openedBy = async (work: () => Promise<void>) => {
    const known = await tabs();
    await work();
    return untilDone(() => newTab(known));
  };
  return { page: await newTab([]), openedBy };
}

function drivePage(tab: Tab, baseURL: string): JourneyPage {
  return {
    ...findableBy(tab, []),
    goto: (path) => tab.goto(new URL(path, baseURL).href),
    evaluate: (expression) => tab.evaluate(expression),
    waitForURL: (pattern) =>
      untilDone(async () => {
        const url = String(await tab.evaluate('location.href'));
        if (!url.endsWith(pattern.replace('**', ''))) throw new Error(`${url} is not ${pattern}`);
      }),
  };
}

function findableBy(
  tab: Tab,
  queries: Query[],
): Pick<JourneyLocator, 'getByRole' | 'getByLabel' | 'getByText'> {
  const within = (query: Query) => driveLocator(tab, [...queries, query]);
  return {
    getByRole: (role, { name, exact, level } = {}) =>
      within({ by: 'role', role, level, name: plain(name), isExact: exact }),
    getByLabel: (name, { exact } = {}) => within({ by: 'label', name: plain(name), isExact: exact }),
    getByText: (name, { exact } = {}) => within({ by: 'text', name: plain(name), isExact: exact }),
  };
}

function driveLocator(tab: Tab, queries: Query[]): JourneyLocator {
  const element = `(${findElements})(${JSON.stringify(queries)})[0]`;
  const isTrue = (expression: string) =>
    untilDone(async () => {
      if (!(await tab.evaluate(expression))) throw new Error(`Not found: ${JSON.stringify(queries)}`);
    });
  const click = () => untilDone(async () => void (await tab.click(element)));
  // A press misses a control that moves while the page loads.
  const check = () =>
    untilDone(async () => {
      const isChecked = () => tab.evaluate(`${element}.checked`);
      if (await isChecked()) return;
      await tab.click(element);
      if (!(await isChecked())) throw new Error(`Not checked: ${JSON.stringify(queries)}`);
    });
  const locator: JourneyLocator = {
    ...findableBy(tab, queries),
    first: () => locator,
    waitFor: () => isTrue(`!!${element}`),
    click,
    check,
    fill: (text) => isTrue(`(${fillElement})(${element}, ${JSON.stringify(text)})`),
  };
  return locator;
}

const plain = (name: string | RegExp | undefined) =>
  name instanceof RegExp ? { source: name.source, flags: name.flags } : name;

/** Repeats work until it does not throw, for at most as long as tests wait. */
export async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (const endsAt = performance.now() + patienceMs; ; await wait(50))
    try {
      return await work();
    } catch (error) {
      if (performance.now() > endsAt) throw error;
    }
}
