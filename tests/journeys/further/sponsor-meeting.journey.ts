import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { reportTimeZone } from '#contracts/accounts/profile.ts';
import { dayMs } from '#contracts/durations.ts';
import { confirmEmail } from '../../security/support/accounts.ts';
import { newPerson, type Person } from '../../support/browser/browser.ts';
import { enter } from '../../support/browser/enter.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { readInvitation } from '../../support/mails/invitations.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import { findBarriers } from '../../support/pages/find-barriers.ts';
import { withoutRefusals } from '../../support/people/account-steps.ts';
import { fileRequest, join, mailsTo, type SignedIn } from '../../support/people/people.ts';
import { callApi } from '../../support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { patient, soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

describe('meeting a learner before paying', needs(chromium), () => {
  let product: TestProduct;
  let browser: Browser;
  let person: Person;
  let page: Page;
  let learner: SignedIn;
  let sponsor: SignedIn;
  let requestId: string;
  const barriers: string[] = [];

  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    await product.startWorkers();
    browser = await shareBrowser(chromium.path as string);
    learner = await join(product.url, 'learner', { fullName: 'Ada Obi' });
    await callApi(product.url, reportTimeZone, { body: { timeZone: 'Africa/Nairobi' } }, learner.token);
    requestId = await fileRequest(product.url, learner);
    sponsor = await join(product.url, 'sponsor', { fullName: 'Grace Hall', isVerified: false });
    person = await newPerson(browser, product.url);
    page = await enter(person.context, sponsor, 'sponsor');
    // The calendar page is external.
    await person.context.route('https://calendar.google.com/**', (route) =>
      route.fulfill({ body: 'Calendar' }),
    );
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  const look = async (name: string) => {
    barriers.push(...(await findBarriers(page, name)));
  };
  const invitations = async () =>
    (await mailsTo(product.sandbox.httpUrl, learner.email)).flatMap((mail) => readInvitation(mail) ?? []);
  const expectSequences = (sequences: number[]) =>
    vi.waitFor(
      async () => expect((await invitations()).map(({ sequence }) => sequence).sort()).toEqual(sequences),
      patient,
    );

  it('chooses a time by keyboard alone, with pop-ups blocked, and gets the calendar as a link', async () => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto('/help-learner');
    await page.getByRole('link', { name: /^Sponsor Ada/ }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Sponsor', exact: true }).press('Enter');
    await dialog.getByRole('button', { name: /Meet the learner via virtual meeting/ }).press('Enter');
    await dialog.getByLabel('Date').fill(inDays(3));
    await dialog.getByRole('button', { name: 'Arrange the meeting' }).press('Enter');
    await dialog.getByText('Please choose a date and a time.').waitFor();
    await soon(() => page.evaluate(() => document.activeElement?.id)).toBe('meeting-time');
    await dialog.getByLabel('Time', { exact: true }).fill('15:00');
    await dialog.getByText(/For you: .* at 15:00 \(West Africa .*Time\)/).waitFor();
    await dialog.getByText(/For Ada Obi: .* at 17:00 \(East Africa Time\)/).waitFor();
    await look('meeting form');
    await dialog.getByRole('button', { name: 'Arrange the meeting' }).press('Enter');
    await dialog.getByText('Learners share their e-mail address only with sponsors').waitFor();
    await dialog.getByRole('button', { name: 'Send the mail again' }).press('Enter');
    await dialog.getByText('A new mail is on its way.').waitFor();
    await look('unconfirmed address');
    await confirmEmail(product, sponsor);
    expect(await dialog.getByLabel('Time', { exact: true }).inputValue()).toBe('15:00');
    await dialog.getByRole('button', { name: 'Arrange the meeting' }).press('Enter');
    await dialog.getByText('Your browser kept the calendar page from opening.').waitFor();
    const link = await dialog.getByRole('link', { name: 'Open the calendar page' }).getAttribute('href');
    expect(new URL(link ?? '').searchParams.get('add')).toBe(learner.email);
    await dialog.getByRole('button', { name: 'Continue' }).press('Enter');
    await page.getByRole('heading', { name: 'Meeting Scheduled!' }).waitFor();
    await expectSequences([0]);
  });

  it('reads the time by both clocks, and no name in the address', async () => {
    await page.getByText(/at 15:00 \(West Africa .*Time\)/).waitFor();
    await page.getByText(/For Ada Obi: .* at 17:00 \(East Africa Time\)/).waitFor();
    expect(page.url()).toBe(`${product.url}/sponsor-status/?state=meet&requestId=${requestId}`);
    await look('meeting scheduled');
    for (const spelling of ['requestID', 'requestId']) {
      await page.goto(`/sponsor-status/x?state=meet&learner=Ada+Obi&${spelling}=${requestId}`);
      await page.getByRole('heading', { name: 'Meeting Scheduled!' }).waitFor();
    }
  });

  it('changes it, and the learner gets the same invitation with a higher number', async () => {
    await page.getByRole('button', { name: 'Change the meeting' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Time', { exact: true }).fill('09:30');
    await dialog.getByLabel(/A note to the learner/).fill('Bring your questions');
    await dialog.getByText(/For Ada Obi: .* at 11:30 \(East Africa Time\)/).waitFor();
    await look('change');
    await dialog.getByRole('button', { name: 'Save and tell both of us' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/at 09:30 \(West Africa .*Time\)/).waitFor();
    await page.getByText('Bring your questions').waitFor();
    await expectSequences([0, 1]);
  });

  it('has met only once the time has passed', async () => {
    const steps = page.getByRole('list', { name: 'Your sponsorship, step by step' });
    await steps.getByText('Meet (next)').waitFor();
    expect(await steps.getByText('Meet (done)').count()).toBe(0);
    await page.getByText('Ada Obi has not answered yet.').waitFor();
    await page.getByText(/signs in there with a Google/).waitFor();
  });

  it('is answered by the learner from the mail, without signing in, at a press alone', async () => {
    const address = await vi.waitFor(async () => {
      const mails = await mailsTo(product.sandbox.httpUrl, learner.email);
      const changed = mails.find(({ subject }) => subject.startsWith('Changed'));
      return /https?:\/\/\S+\/meeting-reply\?token=\S+/.exec(changed?.text ?? '')?.[0] as string;
    }, patient);
    const theirs = await newPerson(browser, product.url, { timezoneId: 'Europe/Berlin' });
    const reply = await theirs.context.newPage();
    await reply.goto(new URL(address).pathname + new URL(address).search);
    await reply.getByText('Grace Hall would like to meet you online:').waitFor();
    expect(reply.url()).toBe(`${product.url}/meeting-reply`);
    await reply.getByText(/Central European .* Time/).waitFor();
    await reply.getByText(/For Grace Hall: .* at 09:30 \(West Africa .*Time\)/).waitFor();
    barriers.push(...(await findBarriers(reply, 'reply')));
    await reply.getByRole('button', { name: 'Propose another time' }).press('Enter');
    await reply.getByRole('button', { name: 'Send this proposal' }).press('Enter');
    await reply.getByText('Please choose a date and a time.').waitFor();
    await reply.getByLabel('Date').fill(inDays(5));
    await reply.getByLabel('Time', { exact: true }).fill('10:00');
    barriers.push(...(await findBarriers(reply, 'proposal')));
    await reply.getByRole('button', { name: 'Send this proposal' }).press('Enter');
    await reply.getByText('You proposed another time. Grace Hall has not answered yet.').waitFor();
    await theirs.context.close();
    // The sponsor's page was open meanwhile and is not loaded again.
    await page.getByRole('heading', { name: 'Another time is proposed' }).waitFor();
  });

  it('is found again on the dashboard, where the sponsor accepts the proposal', async () => {
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Your Meetings' }).waitFor();
    await page.getByText('Your answer is needed').waitFor();
    await look('meetings on the dashboard');
    await page.getByRole('button', { name: /^Accept this time/ }).press('Enter');
    await page.getByText('Agreed', { exact: true }).waitFor();
    await page.getByText(/signs in there with a Google/).waitFor();
    await expectSequences([0, 1, 3]);
    await page.getByRole('link', { name: 'Pay for course with Ada Obi' }).waitFor();
    await page.getByRole('button', { name: 'Cancel the meeting with Ada Obi' }).waitFor();
    await page.getByRole('link', { name: /^Open or change/ }).click();
    await page.getByText('You and Ada Obi have agreed on this time.').waitFor();
  });

  it('pays with the name, because the meeting revealed it', async () => {
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Complete Your Sponsorship!' }).waitFor();
    await page.getByText('Ada Obi reads your name in the invitation to your meeting').waitFor();
    expect(await page.getByRole('main').getByRole('checkbox').count()).toBe(0);
    const steps = page.getByRole('list', { name: 'Your sponsorship, step by step' });
    await steps.getByText('Pay (next)').waitFor();
    expect(await steps.getByText('Meet (done)').count()).toBe(0);
    await look('pay with a name');
    await page.goBack();
  });

  it('cancels it, closes the dialog with Escape, and may be anonymous again', async () => {
    await page.getByRole('button', { name: 'Cancel the meeting' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await look('cancel');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cancel the meeting' }).press('Enter');
    await dialog.getByRole('button', { name: 'Yes, cancel it' }).press('Enter');
    await page.getByRole('heading', { name: 'No meeting is arranged' }).waitFor();
    await look('no meeting');
    await expectSequences([0, 1, 3, 4]);
    const all = await invitations();
    expect(new Set(all.map(({ uid }) => uid)).size).toBe(1);
    expect(all.filter(({ method }) => method === 'CANCEL')).toHaveLength(1);
    await page.getByRole('link', { name: 'Continue' }).click();
    expect(await page.getByRole('checkbox', { name: /Stay anonymous/ }).isChecked()).toBe(true);
    await page.goto('/dashboard');
    await page.getByText('Past and cancelled meetings (1)').click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Cancel the meeting/ }).count()).toBe(0);
  });

  it('is no page for learners', async () => {
    const theirs = await newPerson(browser, product.url);
    const status = await enter(theirs.context, learner, 'learner');
    await status.goto(`/sponsor-status/?state=meet&requestId=${requestId}`);
    await status.getByText('Sponsorships belong to sponsors.').waitFor();
    await theirs.context.close();
  });

  it('has no barriers, and no page complained', () => {
    expect(barriers).toEqual([]);
    expect(withoutRefusals(person.problems)).toEqual([]);
  });
});
