import type { Page } from 'playwright-core';

type Role = Parameters<Page['getByRole']>[0];
type Name = string | RegExp;
interface Exactness {
  exact?: boolean;
}

/** Where a journey looks for elements, as in Playwright: a name is a part of the text, the whole text, or a pattern. */
interface Findable {
  getByRole(role: Role, options?: Exactness & { name?: Name; level?: number }): JourneyLocator;
  getByLabel(name: Name, options?: Exactness): JourneyLocator;
  getByText(name: Name, options?: Exactness): JourneyLocator;
}

export interface JourneyLocator extends Findable {
  first(): JourneyLocator;
  waitFor(): Promise<void>;
  click(): Promise<void>;
  check(): Promise<void>;
  fill(text: string): Promise<void>;
}

/** The page of a journey in any browser: a part of Playwright's, also implemented for browsers that Playwright cannot drive. */
export interface JourneyPage extends Findable {
  goto(path: string): Promise<unknown>;
  /** Accepts two asterisks in front of the end of an address. */
  waitForURL(pattern: string): Promise<void>;
  evaluate(expression: string): Promise<unknown>;
}

/** A person with a browser of their own. */
export interface Visitor {
  page: JourneyPage;
  /** Returns the tab that the work opens. */
  openedBy(work: () => Promise<void>): Promise<JourneyPage>;
}

/** A browser for journeys. `problems` collects the errors that no script of a page caught, where the browser reports them. */
export interface JourneyBrowser {
  newVisitor(baseURL: string): Promise<Visitor>;
  problems: string[];
  close(): Promise<void>;
}
