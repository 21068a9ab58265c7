import type { Browser, Page } from 'playwright-core';
import type { TestOperator } from '../people/operators.ts';
import type { TestProduct } from '../product/test-product.ts';
import { newPerson } from './browser.ts';

/** Opens a browser in which an operator is signed in to the desk. */
export async function openDesk(
  browser: Browser,
  { url }: Pick<TestProduct, 'url'>,
  { cookie }: TestOperator,
): Promise<Page> {
  const { context, page } = await newPerson(browser, url);
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url }]);
  return page;
}

/** Opens the case of this course in the inbox and claims it. */
export async function claimInInbox(desk: Page, course: string): Promise<void> {
  await desk.goto('/ops');
  await desk.getByRole('link', { name: course }).click();
  await claimCase(desk);
  await desk.getByRole('button', { name: 'Release', exact: true }).waitFor();
}

/** Claims the case that the page shows. */
export async function claimCase(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Claim', exact: true }).click();
}

/** Releases the case that the page shows, and waits until it can be claimed. */
export async function releaseCase(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Release' }).click();
  await desk.getByRole('button', { name: 'Claim', exact: true }).waitFor();
}

/** Opens an action of the case that the page shows, fills in its fields by label and sends it. */
export async function sendAction(
  page: Page,
  label: string,
  fields: Record<string, string> = {},
): Promise<void> {
  const button = { name: label, exact: true };
  const form = page.getByRole('group').filter({ has: page.getByRole('button', button) });
  // The form stays open after an error.
  if (!(await form.getByRole('button', button).isVisible()))
    await page.getByRole('group').getByText(label, { exact: true }).first().click();
  for (const [field, text] of Object.entries(fields)) await form.getByLabel(field).fill(text);
  await form.getByRole('button', button).click();
}

/** Does an action as {@link sendAction} and waits until the desk says that it is done. */
export async function doAction(
  page: Page,
  label: string,
  fields: Record<string, string> = {},
): Promise<void> {
  await sendAction(page, label, fields);
  await page.getByText(`Done: ${label}.`).first().waitFor();
}

/** Returns the path of the page of the open case of a kind about a subject. */
export async function casePathOf(
  { db }: Pick<TestProduct, 'db'>,
  kind: string,
  subjectId: string,
): Promise<string> {
  const [openCase] = await db.query(
    `SELECT id FROM cases WHERE kind = $1 AND subject_id = $2 AND status <> 'closed'`,
    [kind, subjectId],
  );
  if (!openCase) throw new Error(`There is no open case of the kind ${kind} about ${subjectId}`);
  return `/ops/case?id=${openCase.id}`;
}
