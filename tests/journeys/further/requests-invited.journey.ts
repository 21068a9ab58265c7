import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { confirmEmail } from '#tests/security/support/accounts.ts';
import { newPerson, type Person } from '../../support/browser/browser.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import { findBarriers } from '../../support/pages/find-barriers.ts';
import { signedIn } from '../../support/pages/site.ts';
import { fillSignUp, goodPassword, linkIn, mailAbout } from '../../support/people/account-steps.ts';
import {
  fileRequest,
  join,
  mailsTo,
  type ReceivedMail,
  type SignedIn,
  startPayment,
} from '../../support/people/people.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { patient, soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();
const course = 'Machine Learning';

describe('a private request and whom it invites, in a browser', needs(chromium), () => {
  let product: TestProduct;
  let browser: Browser;
  let ada: SignedIn;
  let grace: SignedIn;
  let learner: Person;
  let invited: Person;
  let stranger: Person;
  let requestId: string;

  const open = (role: 'learner' | 'sponsor', who: SignedIn) =>
    newPerson(browser, product.url, signedIn(product.url, role, who));

  const mailWith = (address: string, subject: string, count = 1): Promise<ReceivedMail> =>
    vi.waitFor(async () => {
      const all = await mailsTo(product.sandbox.httpUrl, address);
      const fitting = all.filter((mail) => mail.subject.includes(subject));
      expect(fitting).toHaveLength(count);
      return fitting[0] as ReceivedMail;
    }, patient);
  const linkOf = (mail: ReceivedMail, pattern: RegExp): string => {
    const [link] = pattern.exec(mail.text) ?? [];
    if (!link) throw new Error(`No such link in ${mail.text}`);
    return link;
  };

  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    await product.startWorkers();
    browser = await shareBrowser(chromium.path as string);
    ada = await join(product.url, 'learner', { fullName: 'Ada Obi' });
    grace = await join(product.url, 'sponsor', { fullName: 'Grace Hall', email: 'grace@people.example' });
    const eve = await join(product.url, 'sponsor', { fullName: 'Eve Other' });
    for (const who of [ada, grace, eve]) await confirmEmail(product, who);
    [learner, invited, stranger] = await Promise.all([
      open('learner', ada),
      open('sponsor', grace),
      open('sponsor', eve),
    ]);
    requestId = await fileRequest(product.url, ada, {
      isPrivate: true,
      isPublic: false,
      recipientEmails: [grace.email, 'newcomer@people.example', 'aunt@people.example'],
    });
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  it('each invited mail leads an invited sponsor to the request, and anybody else to nothing', async () => {
    const guests = [
      [grace.email, 'Ada Obi asks for your help'],
      ['newcomer@people.example', 'Ada O. asks for your help'],
    ] as const;
    for (const [address, subject] of guests) {
      const mail = await mailWith(address, subject);
      expect(mail.text).toContain(`sign up as a sponsor with ${address}`);
      const link = linkOf(mail, /http\S+\/help-learner\S+/);
      await invited.page.goto(link);
      await invited.page.getByRole('dialog').getByText('Why I need this course:').waitFor();
      const answer = stranger.page.waitForResponse((response) =>
        response.url().includes(`/api/course/requests/${requestId}`),
      );
      await stranger.page.goto(link);
      expect((await answer).status()).toBe(404);
      expect(await stranger.page.getByText(course).count()).toBe(0);
    }
  });

  it('somebody without an account signs up by the link, confirms the address, and stands before the request', async () => {
    const address = 'aunt@people.example';
    const { page, context } = await newPerson(browser, product.url);
    await page.goto(linkOf(await mailWith(address, 'asks for your help'), /http\S+\/help-learner\S+/));
    await page.waitForURL('**/user-auth?next=*');
    await page.getByRole('tab', { name: 'Sign up' }).click();
    await fillSignUp(page, address);
    const form = page.getByRole('tabpanel', { name: 'Sign up' });
    await form.getByRole('radio', { name: /sponsor a learner/ }).check();
    await form.getByRole('button', { name: 'Create my account' }).click();
    await soon(() => page.evaluate(() => document.activeElement?.id)).toBe('sign-in-password');
    await page.keyboard.type(goodPassword);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/help-learner?request=*');
    await page.getByText('once you have confirmed it with the mail that we sent you').waitFor();
    await page.goto(
      linkIn(await mailAbout(product.sandbox.httpUrl, address, /confirm your email/), 'verify-email'),
    );
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await page.getByRole('link', { name: 'Open the request that I came for' }).click();
    await page.getByRole('dialog').getByText('Why I need this course:').waitFor();
    await context.close();
  });

  it('the learner looks after the invitations from the dashboard', async () => {
    const { page } = learner;
    await product.db.query(`UPDATE request_recipients SET invited_at = invited_at - interval '2 hours'`);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /^3 invitations/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Whom you invited' });
    await dialog.getByRole('button', { name: `Send again ${grace.email}` }).click();
    await page.getByText(`The invitation to ${grace.email} is on its way again.`).waitFor();
    await mailWith(grace.email, 'Ada Obi asks for your help', 2);
    const again = dialog.getByRole('button', { name: `Send again ${grace.email}` });
    await soon(() => again.isDisabled()).toBe(true);
    expect(await findBarriers(page, 'the invitations')).toEqual([]);
    await dialog.getByRole('button', { name: 'Take back newcomer@people.example' }).click();
    await page.getByText('newcomer@people.example no longer sees your request.').waitFor();
    await soon(() => dialog.getByRole('listitem').count()).toBe(2);
    await dialog.getByRole('button', { name: 'DONE' }).click();
  });

  it('and edits the request, whose password stays as it is', async () => {
    const { page } = learner;
    await page.getByRole('link', { name: `Edit ${course}` }).click();
    await page.getByLabel('Course title').waitFor();
    expect(await page.getByLabel('Password on the platform', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('Why do you need this course?').fill('A better reason.');
    await page.getByLabel(/^Public/).check();
    expect(await findBarriers(page, 'editing')).toEqual([]);
    await page.getByRole('button', { name: 'SAVE CHANGES' }).click();
    await page.getByText('Your changes are saved, and sponsors see them from now on.').waitFor();
    await stranger.page.goto(`/help-learner?request=${requestId}`);
    await stranger.page.getByRole('dialog').getByText('A better reason.').waitFor();
  });

  it('with a notice while a sponsor pays', async () => {
    await startPayment(product.url, grace, requestId);
    await learner.page.goto(`/help?edit=${requestId}`);
    await learner.page.getByText(/A sponsor is paying for this course right now/).waitFor();
    await learner.page.getByRole('button', { name: 'SAVE CHANGES' }).waitFor();
    for (const id of [crypto.randomUUID(), 'nonsense']) {
      await learner.page.goto(`/help?edit=${id}`);
      await learner.page.getByText('This request is no longer there.').waitFor();
      expect(await learner.page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      await learner.page.getByRole('link', { name: 'Open my dashboard' }).waitFor();
    }
    await learner.page.goto('/dashboard');
    await learner.page.getByText(/A sponsor is paying for this course right now/).waitFor();
  });

  it('withdraws it, and each invited sponsor is notified once', async () => {
    const { page } = learner;
    await page.reload();
    await page.getByRole('button', { name: `Withdraw ${course}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw this request?' });
    expect(await findBarriers(page, 'withdrawing')).toEqual([]);
    await dialog.getByRole('button', { name: 'Withdraw it' }).click();
    await page.getByText('Your request is withdrawn.').waitFor();
    await soon(() => page.getByRole('button', { name: `Withdraw ${course}` }).count()).toBe(0);
    await mailWith(grace.email, 'no longer needs help');
    expect(await mailsTo(product.sandbox.httpUrl, 'newcomer@people.example')).toHaveLength(1);
  });

  it('a mail’s foot leads to a page that stops such mails at a press, and not before', async () => {
    const mail = await mailWith(grace.email, 'no longer needs help');
    const visitor = await newPerson(browser, product.url);
    const { page } = visitor;
    await page.goto(linkOf(mail, /http\S+\/mail-topic\S+/));
    await page.getByText('You get these mails now.').waitFor();
    const off = () => product.db.query('SELECT topic FROM mail_opt_outs');
    expect([await off(), await findBarriers(page, 'the link of a mail')]).toEqual([[], []]);
    await page.getByRole('button', { name: 'Stop these mails' }).click();
    await page.getByText('You do not get these mails.').waitFor();
    expect(await off()).toEqual([{ topic: 'invitation' }]);
    await invited.page.goto('/profile');
    const topic = invited.page.getByRole('switch', { name: /^Invitations/ });
    await topic.waitFor();
    expect(await topic.isChecked()).toBe(false);
    await topic.check();
    await invited.page.getByText('Invitations: you get these mails.').waitFor();
    expect(await off()).toEqual([]);
    await page.reload();
    await page.getByText('You get these mails now.').waitFor();
    await visitor.context.close();
  });

  it('no page complained in its console', () => {
    const refused = /the server responded with a status of 404/;
    expect(invited.problems).toEqual([]);
    // The learner asked for two requests that are not there.
    expect(learner.problems).toEqual([expect.stringMatching(refused), expect.stringMatching(refused)]);
    expect(stranger.problems.filter((problem) => !refused.test(problem))).toEqual([]);
  });
});
