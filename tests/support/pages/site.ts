import type { Browser } from 'playwright-core';
import { hourMs } from '#contracts/durations.ts';
import { arrangeMeeting } from '#contracts/funding/sponsorships.ts';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { readStarterCatalogue } from '#services/catalogue/read-starter-catalogue.ts';
import { links } from '#services/platform/tokens/links.ts';
import { sponsorStatusPath } from '#src/browser/paths.ts';
import { storageKeys } from '#src/browser/storage.ts';
import { fillCatalogue } from '#tests/catalogue/fill-catalogue.ts';
import { newPerson, type Person, type PersonOptions } from '../browser/browser.ts';
import { closeContexts, shareBrowser } from '../browser/shared-browser.ts';
import { untilApproved } from '../money/until-approved.ts';
import { fileRequest, join, press, type SignedIn, startPayment } from '../people/people.ts';
import { callApi } from '../product/api-client.ts';
import { startTestProduct, type TestProduct } from '../product/test-product.ts';
import { builtPages } from './built-pages.ts';
import { missingPage, openPages } from './site-addresses.ts';

/** Who opens a page. */
export type Visitor = 'visitor' | 'learner' | 'sponsor' | 'participant';

/** A page, and who sees something there. */
export interface SitePage {
  path: string;
  who: Visitor;
}

/** The product with its pages, people with something on their dashboards, and a browser. */
export interface Site {
  product: TestProduct;
  browser: Browser;
  /** Every page there is, the ones behind a sign-in and the one for addresses that are wrong included. */
  pages: SitePage[];
  /** Opens a separate browser context; close it when done. */
  open(who: Visitor, options?: PersonOptions): Promise<Person>;
  close(): Promise<void>;
}

/** Starts it all; `chromium` is a path. */
export async function openSite(chromium: string): Promise<Site> {
  const product = await startTestProduct({}, await builtPages());
  await product.startWorkers();
  await fillCatalogue(product.db, await readStarterCatalogue());
  const browser = await shareBrowser(chromium);
  const { url } = product;
  const learner = await join(url, 'learner', { fullName: 'Ada Obi' });
  const sponsor = await join(url, 'sponsor', { fullName: 'Grace Hall' });
  // A sponsor with a meeting; the dashboards of the others stay as they are.
  const participant = await join(url, 'sponsor', { fullName: 'Ruth Ojo' });
  const reference = await payForOne(product, learner, sponsor);
  const requestId = await fileRequest(url, learner);
  const behindSignIn: [Visitor, string][] = [
    ['learner', '/dashboard'],
    ['learner', '/help'],
    ['learner', '/fund-learner'],
    ['learner', '/profile'],
    ['sponsor', '/dashboard'],
    ['sponsor', '/help-learner'],
    ['sponsor', sponsorStatusPath({ state: 'meet', requestId })],
    ['sponsor', sponsorStatusPath({ state: 'pay', requestId })],
    ['sponsor', `/payment-verification/?reference=${reference}`],
    ['participant', `/meeting/${await arrangeOne(url, participant)}`],
  ];
  const people: Record<Visitor, SignedIn | undefined> = {
    visitor: undefined,
    learner,
    sponsor,
    participant,
  };
  return {
    product,
    browser,
    pages: [
      ...[...openPages, ...(await mailPages(product)), missingPage].map((path) => ({
        path,
        who: 'visitor' as const,
      })),
      ...behindSignIn.map(([who, path]) => ({ path, who })),
    ],
    // Audits count and hold what the first view of a page requests.
    open: (who, options) =>
      newPerson(browser, url, {
        serviceWorkers: 'block',
        ...options,
        ...signedIn(url, who, people[who]),
      }),
    async close() {
      await closeContexts(browser);
      await product.close();
    },
  };
}

/** The part of a browser's storage that holds the session. */
export function signedIn(origin: string, who: Visitor, person: SignedIn | undefined): PersonOptions {
  if (!person) return {};
  const stored = {
    [storageKeys.token]: person.token,
    [storageKeys.role]: who === 'participant' ? 'sponsor' : who,
    [storageKeys.firstName]: person.fullName.split(' ')[0] ?? '',
  };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  return { storageState: { cookies: [], origins: [{ origin, localStorage }] } };
}

async function payForOne(product: TestProduct, learner: SignedIn, sponsor: SignedIn) {
  const { url, sandbox } = product;
  const started = await startPayment(url, sponsor, await fileRequest(url, learner));
  const { reference, access_code: accessCode } = started.body.data.data;
  await press(sandbox.httpUrl, accessCode, 'pay');
  await callApi(url, verifyPayment, { query: { reference } }, sponsor.token);
  await untilApproved(product, reference);
  return reference;
}

async function arrangeOne(url: string, sponsor: SignedIn): Promise<string> {
  const call = {
    params: { id: await fileRequest(url, await join(url, 'learner')) },
    body: { startsAt: new Date(Date.now() + hourMs).toISOString() },
  };
  return (await callApi(url, arrangeMeeting, call, sponsor.token)).body.data._id;
}

async function mailPages({ db, config }: TestProduct): Promise<string[]> {
  const [{ id }] = await db.query(
    `INSERT INTO subscribers (email, asked_at) VALUES ('reader@people.example', now()) RETURNING id`,
  );
  const recipient = { kind: 'address', sub: 'a'.repeat(64) } as const;
  const urls = [
    links.subscribe.url({ sub: id }, config, new Date()),
    links.unsubscribe.url({ sub: id }, config, new Date()),
    links.mailTopic.url({ ...recipient, topic: 'invitation' }, config),
  ];
  return (await Promise.all(urls)).map((url) => url.slice(config.publicUrl.length));
}
