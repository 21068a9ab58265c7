import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { signInOperator } from '#contracts/desk/operators.ts';
import { fail, render, succeed } from '#tests/support/browser/render-island.tsx';
import { deskCopy } from '../desk.copy.ts';
import { DeskSignIn } from './DeskSignIn.tsx';

const copy = deskCopy.signIn;
const next = () => page.getByRole('button', { name: copy.next }).click();

it('names what is missing, keeps what was typed, and asks for the code after the password', async () => {
  render(<DeskSignIn />);
  await next();
  await expect.element(page.getByText('Email is required.')).toBeVisible();
  await expect.element(page.getByLabelText(copy.email)).toHaveFocus();
  await page.getByLabelText(copy.email).fill('olu@staff.example');
  await page.getByLabelText(copy.password, { exact: true }).fill('correct horse');
  fail(signInOperator, 401, 'E-mail or password is wrong.');
  await next();
  await expect.element(page.getByText('E-mail or password is wrong.')).toBeVisible();
  await expect.element(page.getByLabelText(copy.email)).toHaveValue('olu@staff.example');
  succeed(signInOperator, {
    message: 'Enter the code.',
    data: { isSignedIn: false, needsNewPassword: false },
  });
  await next();
  await expect.element(page.getByLabelText(copy.code)).toHaveFocus();
  expect(page.getByText('E-mail or password is wrong.').query()).toBeNull();
});

it('shows a wrong code, and starts again without the password', async () => {
  succeed(signInOperator, {
    message: 'Enter the code.',
    data: { isSignedIn: false, needsNewPassword: false },
  });
  render(<DeskSignIn />);
  await page.getByLabelText(copy.email).fill('olu@staff.example');
  await page.getByLabelText(copy.password, { exact: true }).fill('correct horse');
  await next();
  await page.getByRole('button', { name: copy.signIn }).click();
  await expect.element(page.getByText('Enter the code of your app, or a recovery code.')).toBeVisible();
  await page.getByLabelText(copy.code).fill('000000');
  fail(signInOperator, 401, 'This code is wrong.');
  await page.getByRole('button', { name: copy.signIn }).click();
  await expect.element(page.getByText('This code is wrong.')).toBeVisible();
  await page.getByRole('button', { name: copy.back }).click();
  await expect.element(page.getByLabelText(copy.email)).toHaveValue('olu@staff.example');
  await expect.element(page.getByLabelText(copy.password, { exact: true })).toHaveValue('');
  for (const error of ['This code is wrong.', 'Password is required.'])
    expect(page.getByText(error).query()).toBeNull();
});

it('requires a new password in place of the generated one', async () => {
  succeed(signInOperator, {
    message: 'Enter the code.',
    data: { isSignedIn: false, needsNewPassword: true },
  });
  render(<DeskSignIn />);
  await page.getByLabelText(copy.email).fill('olu@staff.example');
  await page.getByLabelText(copy.password, { exact: true }).fill('generated');
  await next();
  await page.getByLabelText(copy.code).fill('123456');
  await page.getByRole('button', { name: copy.signIn }).click();
  await expect.element(page.getByText('Password is required.')).toBeVisible();
  await page.getByLabelText(copy.newPassword, { exact: true }).fill('short');
  await page.getByRole('button', { name: copy.signIn }).click();
  await expect.element(page.getByText('Password must be at least 8 characters long.')).toBeVisible();
});
