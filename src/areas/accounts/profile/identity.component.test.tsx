import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getProfile } from '#contracts/accounts/profile.ts';
import {
  changeEmail,
  confirmIdentity,
  endSession,
  listSessions,
} from '#contracts/accounts/profile-changes.ts';
import { eraseAccount, prepareExport } from '#contracts/privacy/privacy.ts';
import { getSettings } from '#contracts/site/settings.ts';
import { fail, on, render, succeed } from '#tests/support/browser/render-island.tsx';
import { idOf, ownProfile } from '#tests/support/browser/view-fixtures.ts';
import { googleCopy } from '../google/google.copy.ts';
import { EmailSection } from './EmailSection.tsx';
import { DataSection, ErasureSection } from './PrivacySections.tsx';
import { profileCopy as copy } from './profile.copy.ts';
import { SessionsSection } from './SessionsSection.tsx';

const onChange = vi.fn();
beforeEach(() => onChange.mockClear());

const recent = { ...ownProfile, isConfirmed: true };
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const password = page.getByLabelText(copy.confirm.password, { exact: true });

it('requires the password before another address when the sign-in is a while ago, and says why', async () => {
  succeed(getProfile, { message: '', data: ownProfile });
  render(<EmailSection profile={ownProfile} onChange={onChange} />);
  await press(copy.email.change);
  await expect.element(page.getByText(copy.confirm.why)).toBeVisible();
  await password.fill('a guess');
  fail(confirmIdentity, 422, 'This is not your current password.');
  await press(copy.confirm.submit);
  await expect.element(page.getByText('This is not your current password.').first()).toBeVisible();
  expect(onChange).not.toHaveBeenCalled();
  succeed(confirmIdentity, { message: '' });
  await press(copy.confirm.submit);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce());
});

it('requires nothing more after a recent sign-in, and when that was too long ago, a proof that keeps what was typed', async () => {
  succeed(getProfile, { message: '', data: recent });
  render(<EmailSection profile={recent} onChange={onChange} />);
  await press(copy.email.change);
  await page.getByLabelText(copy.email.newEmail).fill('grace@work.example');
  expect(password.query()).toBeNull();
  fail(changeEmail, 403, 'Please confirm that it is you first.');
  await press(copy.email.submit);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce());
  await password.fill('correct horse battery');
  succeed(confirmIdentity, { message: '' });
  await press(copy.confirm.submit);
  await expect.element(page.getByLabelText(copy.email.newEmail)).toHaveValue('grace@work.example');
});

it('offers Google to a person without a password', async () => {
  const google = { clientId: 'x', authorizationUrl: 'https://google.example' };
  succeed(getSettings, { message: '', currencies: ['USD'], serviceFeeBasisPoints: 9, google });
  const profile = { ...ownProfile, hasPassword: false, hasGoogle: true };
  render(<ErasureSection profile={profile} onChange={onChange} />);
  await press(copy.erasure.start);
  await expect.element(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  expect(password.query()).toBeNull();
  await press(copy.confirm.cancel);
  await expect.element(page.getByRole('button', { name: copy.erasure.start })).toBeVisible();
});

it('says that the button for Google did not load, and loads it again', async () => {
  fail(getSettings, 503, '');
  render(
    <ErasureSection profile={{ ...ownProfile, hasPassword: false, hasGoogle: true }} onChange={onChange} />,
  );
  await press(copy.erasure.start);
  await expect.element(page.getByText(googleCopy.settingsFailed)).toBeVisible();
  const google = { clientId: 'x', authorizationUrl: 'https://google.example' };
  succeed(getSettings, { message: '', currencies: ['USD'], serviceFeeBasisPoints: 9, google });
  await press('Try again');
  await expect.element(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
});

it('keeps the focus where one step replaces the other', async () => {
  const hasFocus = (name: string) =>
    expect
      .poll(() => [document.activeElement?.tagName, document.activeElement?.textContent])
      .toEqual(['DIV', expect.stringContaining(name)]);
  render(<ErasureSection profile={recent} onChange={onChange} />);
  await press(copy.erasure.start);
  await hasFocus(copy.erasure.submit);
  await press(copy.erasure.cancel);
  await hasFocus(copy.erasure.start);
});

it('deletes an account in two steps after a recent sign-in', async () => {
  render(<ErasureSection profile={recent} onChange={onChange} />);
  await press(copy.erasure.start);
  fail(eraseAccount, 409, 'A sponsor is paying for your course right now.');
  await press(copy.erasure.submit);
  await expect.element(page.getByText('A sponsor is paying')).toBeVisible();
});

it('begins the download once the person has confirmed', async () => {
  render(<DataSection profile={ownProfile} onChange={onChange} />);
  await press(copy.data.start);
  await password.fill('correct horse battery');
  succeed(confirmIdentity, { message: '' });
  const requested = vi.fn(() => Response.json({ message: 'Later.' }, { status: 409 }));
  on(prepareExport, requested);
  await press(copy.confirm.submit);
  await vi.waitFor(() => expect(requested).toHaveBeenCalledOnce());
});

it('lists sessions with their country where it is known, and ends one', async () => {
  const session = {
    isCurrent: false,
    device: 'Firefox on Windows',
    country: null,
    startedAt: '2026-01-05T10:00:00.000Z',
    lastSeenAt: '2026-01-06T10:00:00.000Z',
  };
  const phone = { ...session, _id: idOf(2), device: 'Chrome on Android', country: 'NG' };
  succeed(listSessions, { message: '', data: [{ ...session, _id: idOf(1) }, phone] });
  render(<SessionsSection />);
  const lines = page.getByRole('listitem');
  await expect.element(lines.nth(1)).toMatchTextContent('Nigeria');
  await expect.element(page.getByText(copy.sessions.countryHint)).toBeVisible();
  expect(lines.nth(0).element().textContent).not.toContain('null');
  succeed({ ...endSession, path: `/user/me/sessions/${idOf(2)}` }, { message: '' });
  succeed(listSessions, { message: '', data: [{ ...session, _id: idOf(1) }] });
  await lines.nth(1).getByRole('button').click();
  await expect.element(lines.nth(1)).not.toBeInTheDocument();
});
