import type { Locator, Page } from 'playwright-core';
import { storageKeys } from '#src/browser/storage.ts';
import type { JourneyPage } from './journey-page.ts';

/** The password of the platform login that {@link fillIn} types. */
export const platformPassword = 'platform-secret-1';

/** Labels of the form. */
export const helpLabels = {
  title: 'Course title',
  loginPassword: 'Password on the platform',
} as const;

/** Fills every field of the form but the audience with something valid; a learner under 18 has no field for social media. */
export async function fillIn(page: JourneyPage, { isMinor = false } = {}): Promise<void> {
  await page.getByLabel(helpLabels.title).fill('Machine Learning');
  await page.getByLabel('Platform', { exact: true }).fill('Coursera');
  await page.getByLabel('Link to the course').fill('coursera.org/learn/machine-learning');
  await page.getByLabel('Price').fill('20000');
  await page.getByLabel('Duration', { exact: true }).fill('3');
  await page.getByRole('radio', { name: /^Enrol me with my platform login/ }).check();
  await page.getByLabel('Login email on the platform').fill('ada@platform.example');
  await page.getByLabel(helpLabels.loginPassword, { exact: true }).fill(platformPassword);
  await page.getByLabel('Why do you need this course?').fill('I want to build tools for farmers.');
  if (!isMinor) await page.getByLabel('Social media link').fill('https://www.linkedin.com/in/ada-obi');
}

/** Pastes a text into the field with this helpLabels. */
export async function paste(page: Page, name: string, text: string): Promise<void> {
  await page.getByLabel(name).evaluate((input, data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', data);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Returns the drafts of the form that the browser stores; empty without one. */
export function storedDraft(page: Page): Promise<string> {
  return page.evaluate(
    (start) =>
      Object.entries(localStorage)
        .flatMap(([key, kept]) => (key.startsWith(start) ? kept : []))
        .join(),
    storageKeys.helpDraft as string,
  );
}

/** Returns what is said beside a field, and whether the field has the focus and counts as wrong. */
export function stateOf(control: Locator) {
  return control.evaluate((element) => {
    const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
    return {
      text: ids.map((id) => document.getElementById(id)?.textContent).join(' '),
      hasFocus: document.activeElement === element,
      isInvalid: element.getAttribute('aria-invalid'),
    };
  });
}
