import { expect, it } from 'vitest';
import { googleStateCookie } from '#services/accounts/google/google-state.ts';
import { knownDeviceCookie } from '#services/accounts/sessions/devices.ts';
import { clearedPageCookie } from '#services/accounts/sessions/page-session.ts';
import { fairBrowsingCookieName } from '#src/browser/fair-browsing.ts';
import { browserCookieName } from '#src/browser/storage.ts';
import { privacyCopy } from './privacy.copy.ts';

it('names each cookie that a person gets', () => {
  const config = { publicUrl: 'http://localhost:4321', isSandbox: true, token: { secret: Buffer.alloc(32) } };
  const [device = ''] = knownDeviceCookie('ada@people.example', config).split('=');
  const text = JSON.stringify(privacyCopy);
  const [page = ''] = clearedPageCookie(config as never).split('=');
  for (const name of [
    browserCookieName,
    fairBrowsingCookieName,
    device,
    page,
    googleStateCookie(config).name,
  ])
    expect(text).toContain(name);
});
