import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type OwnThankYou, sendThankYou } from '#contracts/thanks/thanks.ts';
import { reportPath } from '#src/browser/paths.ts';
import { fail, render, succeed } from '#tests/support/browser/render-island.tsx';
import { ownRequest, sponsoredRequest } from '#tests/support/browser/view-fixtures.ts';
import { ReceivedThanks } from './ReceivedThanks.tsx';
import { receivedThanksCopy as receivedCopy } from './received-thanks.copy.ts';
import { ThankYou } from './ThankYou.tsx';
import { thankYouFormCopy as formCopy } from './thank-you-form.copy.ts';
import { thanksCopy as copy } from './thanks.copy.ts';

const open: OwnThankYou = { stage: 'paid', state: 'open', expectedAt: null, text: null, reason: null };
const request = { ...ownRequest, status: 'paid' as const, sponsorName: 'Grace Hall' };
const call = { ...sendThankYou, path: `/course/request/${request._id}/thank-you` as const };

const show = (thankYou: OwnThankYou, onChanged = () => {}, sponsorName: string | null = 'Grace Hall') =>
  render(<ThankYou request={{ ...request, sponsorName }} thankYou={thankYou} onChanged={onChanged} />);
const words = () => page.getByRole('textbox', { name: formCopy.label });
const openForm = () => page.getByRole('button', { name: copy.open }).click();

it('sends a few words, counts their characters, and keeps them when that fails', async () => {
  let changes = 0;
  show(open, () => {
    changes += 1;
  });
  await openForm();
  await expect.element(words()).toHaveFocus();
  await expect.element(page.getByText(formCopy.lead(request.course.courseTitle, 'Grace Hall'))).toBeVisible();
  await userEvent.keyboard('Thank you!');
  await expect.element(page.getByText(formCopy.count(10, 300))).toBeVisible();
  fail(call, 503, 'Please try again in a moment.');
  const send = page.getByRole('button', { name: formCopy.submit });
  await send.click();
  await expect.element(page.getByText('Please try again in a moment.')).toBeVisible();
  await expect.element(words()).toHaveValue('Thank you!');
  expect(changes).toBe(0);
  succeed(call, { message: 'Sent. Your sponsor can read it now.' });
  await send.click();
  await expect.poll(() => changes).toBe(1);
  await expect.element(words()).not.toBeInTheDocument();
});

it('asks for words, of which the field takes 300 characters', async () => {
  show(open);
  await openForm();
  await page.getByRole('button', { name: formCopy.submit }).click();
  await expect.element(page.getByText('Please write a few words.')).toBeVisible();
  await expect.element(words()).toHaveAttribute('maxlength', '300');
});

it('does not name a sponsor who stays anonymous', async () => {
  show(open, undefined, null);
  await openForm();
  await expect.element(page.getByText(formCopy.lead(request.course.courseTitle, null))).toBeVisible();
});

function CardUntilSent() {
  const [thankYou, setThankYou] = useState(open);
  const onChanged = () => setThankYou({ ...open, state: 'held', expectedAt: '2026-01-05T10:00:00.000Z' });
  return <ThankYou request={request} thankYou={thankYou} onChanged={onChanged} />;
}

it('says what became of the words, and takes the focus of the button that is gone', async () => {
  render(<CardUntilSent />);
  await openForm();
  await words().fill('Thank you!');
  succeed(call, { message: 'Thank you. An operator reads it first.' });
  await page.getByRole('button', { name: formCopy.submit }).click();
  const held = page.getByText(copy.states.held);
  await expect.element(held).toBeVisible();
  await expect.element(page.getByText(copy.expected('2026-01-05T10:00:00.000Z'))).toBeVisible();
  await expect.poll(() => document.activeElement?.tagName).toBe('P');
  expect(document.activeElement?.contains(held.element())).toBe(true);
});

it('shows why words were not passed on, with them in the form for others', async () => {
  show({ ...open, state: 'declined', text: 'Call 0801 234 5678', reason: 'Please leave out the number.' });
  await expect.element(page.getByText('Please leave out the number.')).toBeVisible();
  await page.getByRole('button', { name: copy.again }).click();
  await expect.element(words()).toHaveValue('Call 0801 234 5678');
});

it('shows a sponsor the words, each with the link that reports it', async () => {
  const thankYou = {
    _id: request._id,
    stage: 'enrolled' as const,
    text: 'It has begun!',
    deliveredAt: request.createdAt,
  };
  render(<ReceivedThanks request={{ ...sponsoredRequest, thankYous: [thankYou] }} />);
  const { fullName } = sponsoredRequest.learner.userId;
  await expect.element(page.getByText(receivedCopy.received.enrolled(fullName))).toBeVisible();
  await expect.element(page.getByText('It has begun!')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: receivedCopy.report }))
    .toHaveAttribute('href', reportPath('thanks', thankYou._id));
});
