import type { Page } from 'playwright-core';
import type { Endpoint, ResponseBody } from '#contracts/endpoint.ts';

/** Whose browser shows a screen: a visitor is not signed in, a new person has an account and nothing else. */
export type ScreenVisitor = 'visitor' | 'learner' | 'sponsor' | 'new learner' | 'new sponsor' | 'operator';

/** A screen to take, in both widths and themes. */
export interface Screen {
  name: string;
  path: string;
  visitor: ScreenVisitor;
  /** Also takes it while its calls wait, and after they failed. */
  hasCalls?: true;
  /** Has its picture in docs/operations.md. */
  isDocumented?: true;
  /** Changes responses of the API before the page is opened. */
  prepare?: (page: Page) => Promise<void>;
  /** Opens what is shown on the page that has loaded. */
  act?: (page: Page) => Promise<void>;
}

const pathOf = ({ path }: Endpoint) => new RegExp(`/api${path.replace(/:\w+/g, '[^/]+')}$`);

/** Changes what successful calls of an endpoint return. */
export async function patch<E extends Endpoint>(
  page: Page,
  endpoint: E,
  change: (body: ResponseBody<E>) => void,
): Promise<void> {
  await page.route(
    (url) => pathOf(endpoint).test(url.pathname),
    async (route) => {
      if (route.request().method() !== endpoint.method) return route.fallback();
      // A page that is rendered with its data asks whether that has changed.
      const response = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
      const json = await response.json();
      if (response.ok()) change(json);
      await route.fulfill({ response, json });
    },
  );
}

/** Responds to calls of an endpoint instead of the server. */
export async function respond(page: Page, endpoint: Endpoint, status: number, json: object): Promise<void> {
  await page.route(
    (url) => pathOf(endpoint).test(url.pathname),
    (route) =>
      route.request().method() === endpoint.method ? route.fulfill({ status, json }) : route.fallback(),
  );
}
