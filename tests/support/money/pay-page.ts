import type { Page } from 'playwright-core';
import type { JourneyPage } from '../browser/journey-page.ts';
import type { TestProduct } from '../product/test-product.ts';

/** Waits for the main heading of a page. */
export function mainHeading(page: JourneyPage, name: string | RegExp): Promise<void> {
  return page.getByRole('heading', { name, level: 1 }).waitFor();
}

/** Opens the page on which a sponsor pays for a request. */
export async function openPayPage(page: JourneyPage, requestId: string): Promise<void> {
  await page.goto(`/sponsor-status/?state=pay&learner=Ada+Obi&price=1&unit=USD&requestID=${requestId}`);
  await mainHeading(page, 'Complete Your Sponsorship!');
}

/** Waits until a tab shows that the course was paid for in another one. */
export async function paidInOtherTab(page: Page): Promise<void> {
  await page.getByText('You have paid for this course. Thank you!').waitFor();
  await page.getByText('The result is shown in the tab in which you paid. You can close this one.').waitFor();
}

/** Presses the button that pays, and returns the tab of the provider that it opens. */
export async function payInNewTab(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Pay for course' }).click();
  const checkout = await opened;
  await checkout.getByRole('button', { name: /^Pay/ }).waitFor();
  return checkout;
}

/** Returns the payments for a request, oldest first. */
export function paymentsOf(
  { db }: TestProduct,
  requestId: string,
): Promise<{ status: string; reference: string; access_code: string }[]> {
  return db.query(
    'SELECT status, reference, access_code FROM payments WHERE request_id = $1 ORDER BY created_at',
    [requestId],
  );
}
