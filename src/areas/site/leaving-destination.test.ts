import { describe, expect, it } from 'vitest';
import { describeDestination } from './leaving-destination.ts';

const describeTo = (...to: string[]) =>
  describeDestination(new URLSearchParams(to.map((address) => ['to', address])));

describe('describeDestination', () => {
  it.each([
    ['https://example.org/a?b=c#d', 'example.org', {}],
    ['http://example.org:8080/', 'example.org:8080', { isEncrypted: false }],
    ['https://www.coursera.org/learn/x', 'www.coursera.org', { isKnown: true }],
    ['https://coursera.org.evil.example/', 'coursera.org.evil.example', {}],
    ['https://\u0440aypal.example/', 'xn--aypal-uye.example', { hasForeignLetters: true }],
    ['https://b\u00fccher.example/', 'xn--bcher-kva.example', { hasForeignLetters: true }],
    // Right-to-left marks cannot turn the name around, because URL removes or encodes them.
    ['https://example.org/\u202egro.elpmaxe', 'example.org', {}],
  ])('%s: names the site %s', (to, site, different) => {
    const usual = { isEncrypted: true, isKnown: false, hasForeignLetters: false };
    expect(describeTo(to)).toEqual({ ...usual, ...different, site, href: new URL(to).href });
  });

  it('the address has only ASCII characters', () => {
    expect(describeTo('https://example.org/\u202e<b>"\u0441')).toMatchObject({
      href: 'https://example.org/%E2%80%AE%3Cb%3E%22%D1%81',
    });
  });

  it.each([
    ['scheme', 'javascript:alert(1)'],
    ['scheme', 'data:text/html,<script>alert(1)</script>'],
    ['scheme', 'blob:https://example.org/x'],
    ['scheme', 'file:///etc/passwd'],
    ['scheme', 'mailto:a@b.example'],
    ['user', 'https://coursera.org@evil.example/'],
    ['user', 'https://a:b@evil.example/'],
    ['local', 'http://localhost:3000/'],
    ['local', 'http://192.168.0.1/reset'],
    ['local', 'http://[::1]/'],
    ['local', 'http://router.local/'],
    ['missing', ''],
    ['missing', 'https://'],
    ['missing', `https://example.org/${'a'.repeat(2_048)}`],
  ])('refuses, because of %s: %s', (reason, to) => {
    expect(describeTo(to)).toBe(reason);
  });

  it('refuses several destinations', () => {
    expect(describeTo('https://example.org/', 'https://example.net/')).toBe('missing');
    expect(describeTo()).toBe('missing');
  });
});
