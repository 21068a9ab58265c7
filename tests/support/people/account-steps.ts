import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { vi } from 'vitest';
import type { JourneyPage } from '../browser/journey-page.ts';
import { patient } from '../soon.ts';
import { mailsTo, type ReceivedMail } from './people.ts';

/** A valid password. */
export const goodPassword = 'correct horse battery';

/** A picture wide enough that cutting it leaves something out. */
async function widePicture(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const buffer = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#0b6b5a' } })
    .jpeg()
    .toBuffer();
  return { name: 'me.jpg', mimeType: 'image/jpeg', buffer };
}

/** A photo of several megabytes, as a phone takes it. */
export function cameraPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const create = { width: 3_000, height: 2_000, channels: 3, background: '#808080', noise } as const;
  return sharp({ create }).jpeg().toBuffer();
}

/** Fills the sign-up form, right in every field. */
export async function fillSignUp(page: Page, email: string): Promise<void> {
  const form = page.getByRole('tabpanel', { name: 'Sign up' });
  await form.getByRole('radio', { name: /ask for help/ }).check();
  await form.getByLabel('First name').fill('Ada');
  await form.getByLabel('Last name').fill('Obi');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Phone').fill('+234 801 234 5678');
  await form.getByLabel('Gender').selectOption('nb');
  await form.getByLabel('Profile picture', { exact: true }).setInputFiles(await widePicture());
  await form.getByLabel('Password', { exact: true }).fill(goodPassword);
  await form.getByLabel('Confirm password', { exact: true }).fill(goodPassword);
}

/** Submits the sign-in form of the page that is open. */
export async function submitSignIn(page: JourneyPage, email: string, password = goodPassword): Promise<void> {
  const form = page.getByRole('tabpanel', { name: 'Sign in' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in on the page that is open, and waits for the dashboard. */
export async function signInHere(page: JourneyPage, email: string, password?: string): Promise<void> {
  await submitSignIn(page, email, password);
  await page.waitForURL('**/dashboard');
}

/** Waits for the newest mail to an address whose subject fits. */
export function mailAbout(sandboxUrl: string, address: string, subject: RegExp): Promise<ReceivedMail> {
  return vi.waitFor(async () => {
    const mail = (await mailsTo(sandboxUrl, address)).find((candidate) => subject.test(candidate.subject));
    if (!mail) throw new Error(`No mail to ${address} about ${subject}`);
    return mail;
  }, patient);
}

/** The link to one of our pages in a mail. */
export function linkIn({ text, subject }: ReceivedMail, page: string): string {
  const link = text.match(new RegExp(`https?://\\S+/${page}\\?token=[^\\s>)]+`))?.[0];
  if (!link) throw new Error(`No link to ${page} in “${subject}”: ${text}`);
  return link;
}

/** Console errors except failed responses, which journeys cause on purpose. */
export function withoutRefusals(problems: string[]): string[] {
  return problems.filter((problem) => !/Failed to load resource.*status of 4\d\d/.test(problem));
}
