import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  type GuardianLink,
  giveGuardianConsent,
  readGuardianLink,
  refuseGuardianConsent,
} from '#contracts/accounts/guardians.ts';
import { getUsualTimes } from '#contracts/requests/usual-times.ts';
import { paidUsually } from '#src/ui/usual-time.copy.ts';
import { fail, render, succeed } from '#tests/support/browser/render-island.tsx';
import { GuardianConsent } from './GuardianConsent.tsx';
import { recoveryCopy } from './recovery.copy.ts';

const copy = recoveryCopy.guardian;
const asked: GuardianLink = {
  firstName: 'Ada',
  state: 'asked',
  requests: [
    { course: 'Weaving on Coursera', isPublic: true, isPrivate: true },
    { course: null, isPublic: false, isPrivate: true },
  ],
};
const message = 'Your consent';
const button = (name: string) => page.getByRole('button', { name });

beforeEach(() => {
  history.replaceState(null, '', '?token=a.b.c');
  succeed(getUsualTimes, { message: 'Times', data: { paidDays: 12, enrolledDays: 3 } });
});

it('names the child, the courses, what is shown to whom and what never', async () => {
  succeed(readGuardianLink, { message, data: asked });
  render(<GuardianConsent />);
  await expect.element(page.getByText(copy.intro('Ada'))).toBeVisible();
  await expect.element(page.getByText(`Weaving on Coursera, ${copy.audiences.both}`)).toBeVisible();
  await expect.element(page.getByText(`${copy.anyCourse}, ${copy.audiences.invited}`)).toBeVisible();
  for (const line of [...copy.shown('Ada'), ...copy.never, copy.consent])
    await expect.element(page.getByText(line)).toBeVisible();
});

it('says so when nothing is asked for yet', async () => {
  succeed(readGuardianLink, { message, data: { ...asked, requests: [] } });
  render(<GuardianConsent />);
  await expect.element(page.getByText(copy.nothingYet('Ada'))).toBeVisible();
});

it('agrees by one press, and asks no more', async () => {
  succeed(readGuardianLink, { message, data: asked });
  succeed(giveGuardianConsent, { message, data: { ...asked, state: 'agreed' } });
  render(<GuardianConsent />);
  await button(copy.act).click();
  await expect.element(page.getByRole('heading', { name: copy.agreedHeading })).toBeVisible();
  await expect.element(page.getByText(copy.agreedNext('Ada'))).toBeVisible();
  await expect.element(page.getByText(paidUsually(12))).toBeVisible();
  expect(button(copy.act).query()).toBeNull();
});

it('refuses by one press, and lets the guardian change their mind', async () => {
  succeed(readGuardianLink, { message, data: asked });
  succeed(refuseGuardianConsent, { message, data: { ...asked, state: 'refused', requests: [] } });
  succeed(giveGuardianConsent, { message, data: { ...asked, state: 'agreed', requests: [] } });
  render(<GuardianConsent />);
  await button(copy.refuse).click();
  await expect.element(page.getByText(copy.refused('Ada'))).toBeVisible();
  expect(button(copy.refuse).query()).toBeNull();
  await button(copy.act).click();
  await expect.element(page.getByRole('heading', { name: copy.agreedHeading })).toBeVisible();
});

it('says that a link has been used, with no buttons', async () => {
  fail(readGuardianLink, 422, 'This link has expired or was already used. Please ask for a new one.');
  render(<GuardianConsent />);
  await expect.element(page.getByText(/expired or was already used/)).toBeVisible();
  expect(page.getByRole('button').query()).toBeNull();
});
