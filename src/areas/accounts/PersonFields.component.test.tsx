import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { learnersCountry } from '#contracts/accounts/countries.ts';
import { render } from '#tests/support/browser/render-island.tsx';
import { accountsCopy as copy } from './accounts.copy.ts';
import { SignUp } from './SignUp.tsx';

const phone = () => page.getByLabelText(copy.phone);
const country = () => page.getByRole('combobox', { name: copy.country });
const choose = (goal: RegExp) => page.getByRole('radio', { name: goal }).click();
const hint = (text: string) => expect.element(page.getByText(text)).toBeVisible();

beforeEach(() => render(<SignUp onDone={() => {}} />));

it('shows the code of the country once the phone number is used, and how the number is read', async () => {
  await hint(copy.phoneHint);
  await phone().click();
  await hint('Without a country code we add +234 (Nigeria).');
  await phone().fill('0803 555 0199');
  await hint('We read it as +234 803 555 0199.');
  await phone().fill('+49 (0)30 90260');
  await hint('We read it as +49 30 90260.');
});

it('preselects the country of the browser’s region for a sponsor, until one is chosen', async () => {
  await expect.element(country()).toHaveValue('Nigeria');
  await choose(/sponsor a learner/);
  await expect.element(country()).toHaveValue('United States');
  await phone().click();
  await hint('Without a country code we add +1 (United States).');
  await choose(/ask for help/);
  await expect.element(country()).toHaveValue('Nigeria');
  await country().fill('ghana');
  await phone().click();
  await choose(/sponsor a learner/);
  await expect.element(country()).toHaveValue('Ghana');
});

it('says to a learner that other countries are for sponsors, and keeps what was chosen', async () => {
  await choose(/sponsor a learner/);
  await country().fill('germ');
  await page.getByRole('option', { name: 'Germany' }).click();
  await choose(/ask for help/);
  await page.getByRole('button', { name: copy.signUp }).click();
  await expect.element(page.getByText(learnersCountry).first()).toBeVisible();
  await expect.element(country()).toHaveValue('Germany');
});
