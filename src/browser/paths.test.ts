import { describe, expect, it } from 'vitest';
import {
  comingSoonPath,
  externalLink,
  safeNext,
  signInPath,
  signUpPath,
  sponsorStatusPath,
} from './paths.ts';

describe('safeNext', () => {
  const origin = 'https://courselift.example';
  const goTo = (next: string) => safeNext(`?next=${encodeURIComponent(next)}`, origin);

  it('keeps a page of this site with its query and hash', () => {
    expect(goTo('/help?a=1#b')).toBe('/help?a=1#b');
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
    'sends %j to the dashboard',
    (next) => {
      expect(goTo(next)).toBe('/dashboard');
    },
  );

  it('goes to the dashboard when nothing was asked', () => {
    expect(safeNext('', origin)).toBe('/dashboard');
  });
});

describe('externalLink', () => {
  it('adds https:// when the scheme is missing', () => {
    expect(externalLink('x.com/ada')).toBe('https://x.com/ada');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '', 'https://'])('refuses %j', (typed) => {
    expect(externalLink(typed)).toBeUndefined();
  });
});

describe('addresses', () => {
  it('leaves out what is not given', () => {
    expect(signInPath()).toBe('/user-auth');
    expect(signInPath('/help', 'expired')).toBe('/user-auth?next=%2Fhelp&reason=expired');
  });

  it('leads to the Sign up tab and keeps the page that comes after', () => {
    expect(signUpPath('/help?course=a')).toBe('/user-auth?next=%2Fhelp%3Fcourse%3Da#sign-up');
  });

  it('carries the wish to the waitlist', () => {
    expect(comingSoonPath('learner-communities')).toBe('/coming-soon?wish=learner-communities');
  });

  it('spells the request parameter as the specification does for each state, and sends nothing else', () => {
    expect(sponsorStatusPath({ state: 'meet', requestId: 'r' })).toBe(
      '/sponsor-status/?state=meet&requestId=r',
    );
    expect(sponsorStatusPath({ state: 'pay', requestId: 'r' })).toBe(
      '/sponsor-status/?state=pay&requestID=r',
    );
  });
});
