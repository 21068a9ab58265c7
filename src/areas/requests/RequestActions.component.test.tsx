import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { shareCopy } from '#src/ui/share.copy.ts';
import { render } from '#tests/support/browser/render-island.tsx';
import { ownRequest } from '#tests/support/browser/view-fixtures.ts';
import { RequestActions } from './RequestActions.tsx';
import { requestActionsCopy } from './request-actions.copy.ts';

const copy = requestActionsCopy.share;
const url = `${location.origin}/help-learner?request=${ownRequest._id}`;
const text = copy.message('Machine Learning');
const show = (request: Partial<OwnRequest> = {}) =>
  render(<RequestActions request={{ ...ownRequest, ...request }} onChanged={() => {}} />);
const open = () => page.getByRole('button', { name: `${copy.open} Machine Learning` });
const replace = (name: 'share' | 'clipboard', value: unknown) =>
  Object.defineProperty(navigator, name, { value, configurable: true });

it('opens the share sheet of the device with the link of the request', async () => {
  const share = vi.fn(async () => {});
  replace('share', share);
  show();
  await open().click();
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'Machine Learning', text, url });
  expect(page.getByRole('dialog').query()).toBeNull();
  share.mockRejectedValueOnce(new DOMException('Closed by the person.', 'AbortError'));
  await open().click();
  expect(page.getByRole('dialog').query()).toBeNull();
  share.mockRejectedValueOnce(new DOMException('Not here.', 'NotAllowedError'));
  await open().click();
  await expect.element(page.getByRole('dialog', { name: copy.title })).toBeVisible();
  Reflect.deleteProperty(navigator, 'share');
});

it('offers WhatsApp and the copied link where there is no share sheet, and says that it is copied', async () => {
  const writeText = vi.fn(async () => {});
  replace('clipboard', { writeText });
  show();
  await open().click();
  const whatsApp = page.getByRole('link', { name: shareCopy.whatsApp });
  await expect.element(whatsApp).toHaveAttribute('rel', 'noopener noreferrer');
  const address = new URL(whatsApp.element().getAttribute('href') ?? '');
  expect([address.host, address.searchParams.get('text')]).toEqual(['wa.me', `${text} ${url}`]);
  await page.getByRole('button', { name: shareCopy.copy }).click();
  expect(writeText).toHaveBeenCalledWith(url);
  await expect.element(page.getByRole('status')).toHaveTextContent(shareCopy.copied);
  writeText.mockRejectedValueOnce(new Error('Denied.'));
  await page.getByRole('button', { name: shareCopy.copy }).click();
  await expect.element(page.getByRole('status')).toHaveTextContent(shareCopy.notCopied);
  await expect.element(page.getByText(url)).toBeVisible();
  Reflect.deleteProperty(navigator, 'clipboard');
});

it.each<[string, Partial<OwnRequest>]>([
  ['private', { isPublic: false, isPrivate: true }],
  ['held', { review: { state: 'waiting', reason: null, appeal: null } }],
  ['not listed until its price is confirmed', { priceConfirmBy: '2026-01-01T10:00:00Z' }],
])('offers no link of a request that is %s', async (_, request) => {
  show(request);
  await expect.element(page.getByRole('link', { name: requestActionsCopy.edit })).toBeVisible();
  expect(open().query()).toBeNull();
});
