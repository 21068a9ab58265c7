import { describe, expect, it } from 'vitest';
import { comingSoonPath, safeNext, signInPath, signUpPath, sponsorStatusPath } from './paths.ts';

describe('safeNext', () => {
  const origin = 'https://courselift.example';
  const resolveNext = (path: string) => safeNext(`?next=${encodeURIComponent(path)}`, origin);

  it('returns a path of this site with its query and hash', () => {
    expect(resolveNext('/help?a=1#b')).toBe('/help?a=1#b');
  });

  // ASVS 3.7.2
  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/./\\evil.example',
    'javascript:alert(1)',
    '',
  ])('returns the dashboard for %j', (next) => {
    expect(resolveNext(next)).toBe('/dashboard');
  });

  it('returns the dashboard without `next`', () => {
    expect(safeNext('', origin)).toBe('/dashboard');
  });
});

describe('addresses', () => {
  it('omits missing query parameters', () => {
    expect(signInPath()).toBe('/user-auth');
    expect(signInPath('/help', 'expired')).toBe('/user-auth?next=%2Fhelp&reason=expired');
  });

  it('returns the sign-up tab with the page after sign-in', () => {
    expect(signUpPath('/help?course=a')).toBe('/user-auth?next=%2Fhelp%3Fcourse%3Da#sign-up');
  });

  it('preselects the interest on the waitlist', () => {
    expect(comingSoonPath('learner-communities')).toBe('/coming-soon?wish=learner-communities');
  });

  it('names the request parameter of each state as the specification does', () => {
    expect(sponsorStatusPath({ state: 'meet', requestId: 'r' })).toBe(
      '/sponsor-status/?state=meet&requestId=r',
    );
    expect(sponsorStatusPath({ state: 'pay', requestId: 'r' })).toBe(
      '/sponsor-status/?state=pay&requestID=r',
    );
  });
});
