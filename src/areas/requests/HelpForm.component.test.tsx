import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { changeGuardian } from '#contracts/accounts/guardians.ts';
import { getProfile, type Profile } from '#contracts/accounts/profile.ts';
import { AdultRequestSchema, HelpRequestSchema } from '#contracts/requests/requests.ts';
import { getUsualTimes } from '#contracts/requests/usual-times.ts';
import { getSettings } from '#contracts/site/settings.ts';
import { paidUsually } from '#src/ui/usual-time.copy.ts';
import { fail, hang, on, render, succeed } from '#tests/support/browser/render-island.tsx';
import { idOf } from '#tests/support/browser/view-fixtures.ts';
import { $toasts } from '../../browser/toast.ts';
import { HelpForm } from './HelpForm.tsx';
import { helpFields } from './help-fields.ts';
import { initialHelpForm } from './help-form.ts';
import { requestsCopy as copy } from './requests.copy.ts';
import { SubmittedView } from './SubmittedView.tsx';
import { whileUnpaid } from './waiting.copy.ts';

const adult: Profile = {
  _id: idOf(1),
  email: 'ada@people.example',
  isEmailVerified: true,
  hidesEmail: false,
  newEmail: null,
  fullName: 'Ada Obi',
  phoneNumber: null,
  country: 'Nigeria',
  gender: null,
  role: 'learner',
  profilePicture: null,
  guardian: null,
  hasPassword: true,
  hasGoogle: false,
  isConfirmed: true,
};
const guardian = { email: 'mum@people.example', hasAgreed: false, hasRefused: false };
const message = 'Your account';

const loads = (profile: Profile) => succeed(getProfile, { message, data: profile });

function renderForm() {
  hang(getSettings);
  const loadSchemas = { adult: async () => AdultRequestSchema, minor: async () => HelpRequestSchema };
  const start = initialHelpForm({ isPublic: true });
  render(
    <HelpForm start={start} loadSchemas={loadSchemas} keptLogin="" copy={copy} onSend={async () => {}} />,
  );
}
const visitors = () => page.getByLabelText(helpFields.isForVisitors.label);

it('offers to show a public request to visitors, off by default, beside the choice to hide the address', async () => {
  loads(adult);
  renderForm();
  await expect.element(visitors()).not.toBeChecked();
  await expect.element(page.getByRole('switch', { name: /Hide my e-mail address/ })).toBeVisible();
  await expect.element(page.getByText(copy.shown)).toBeVisible();
  await page.getByLabelText(/^Public/).click();
  expect(visitors().query()).toBeNull();
});

it('asks a learner under 18 for no social media, and offers neither visitors nor the address', async () => {
  loads({ ...adult, guardian });
  renderForm();
  await expect.element(page.getByText(copy.shownOfMinor)).toBeVisible();
  expect(visitors().query()).toBeNull();
  expect(page.getByRole('switch').query()).toBeNull();
  expect(page.getByLabelText(helpFields.socials.label).query()).toBeNull();
  await page.getByRole('button', { name: copy.submit }).click();
  await expect.element(page.getByText('Please enter the course title.').first()).toBeVisible();
  expect(page.getByText('Please enter a social media link.').query()).toBeNull();
});

it('shows no field that the profile could move before it has loaded', async () => {
  const { promise: response, resolve: respond } = Promise.withResolvers<Response>();
  on(getProfile, () => response);
  renderForm();
  await expect.poll(() => document.querySelector('.skeleton')).not.toBeNull();
  expect(page.getByLabelText(helpFields.motivation.label).query()).toBeNull();
  respond(Response.json({ message, data: adult }));
  await expect.element(page.getByRole('switch', { name: /Hide my e-mail address/ })).toBeVisible();
  await page.getByRole('button', { name: copy.submit }).click();
  await expect.element(page.getByText('Please enter the course title.').first()).toBeVisible();
});

it('asks what an adult is asked when the profile does not load, and leaves the rest to the server', async () => {
  fail(getProfile, 400, 'No.');
  renderForm();
  await expect.element(page.getByLabelText(helpFields.socials.label)).toBeVisible();
});

it('says after sending how long it usually takes until a request is paid, and what happens if no sponsor comes', async () => {
  succeed(getUsualTimes, { message: '', data: { paidDays: 12, enrolledDays: 3 } });
  render(<SubmittedView what="sent" invitationsWait={false} guardianWaits={false} />);
  await expect.element(page.getByText(copy.success.sent.text)).toBeVisible();
  await expect.element(page.getByText(paidUsually(12))).toBeVisible();
  await expect.element(page.getByText(whileUnpaid)).toBeVisible();
});

it('says after sending that a request waits for the guardian, and sends the mail again', async () => {
  succeed(getProfile, { message, data: { ...adult, guardian } });
  const mailed = { message: 'The mail to your guardian is on its way.' };
  succeed(changeGuardian, mailed);
  render(<SubmittedView what="sent" invitationsWait={false} guardianWaits />);
  const { waits, again, change } = copy.success.guardian;
  await expect.element(page.getByText(waits)).toBeVisible();
  await expect.element(page.getByText('(mum@people.example)')).toBeVisible();
  expect(page.getByText(copy.success.sent.text).query()).toBeNull();
  await expect.element(page.getByRole('link', { name: change })).toHaveAttribute('href', '/profile');
  await page.getByRole('button', { name: again }).click();
  await expect.poll(() => $toasts.get().map(({ text }) => text)).toContain(mailed.message);
});
