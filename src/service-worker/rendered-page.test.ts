import { describe, expect, it } from 'vitest';
import { dayMs } from '#contracts/durations.ts';
import { assetsOf, isExpired, personOf, releaseOf, withStoredAt } from './rendered-page.ts';

const weekMs = 7 * dayMs;
const pageFor = (attributes: string, body = '') =>
  `<!DOCTYPE html><html lang="en" ${attributes}><head></head><body>${body}</body></html>`;

describe('a rendered page', () => {
  it('names its person in the tag of its root alone', () => {
    expect(personOf(pageFor('data-release="r1" data-person="ada"'))).toBe('ada');
    expect(personOf(pageFor('data-person'))).toBe('');
    expect(personOf(pageFor('data-person=""'))).toBe('');
    expect(personOf(pageFor('data-access="public"', '<p data-person="ada">'))).toBeUndefined();
    expect(personOf('<p data-person="ada">')).toBeUndefined();
    expect(releaseOf(pageFor('data-release="r1" data-person="ada"'))).toBe('r1');
  });

  it('is stored for 7 days, by a clock that was not set back', () => {
    const storedAt = Date.parse('2026-11-29T10:00:00Z');
    expect(isExpired(storedAt, storedAt)).toBe(false);
    expect(isExpired(storedAt, storedAt + weekMs - 1)).toBe(false);
    expect(isExpired(storedAt, storedAt + weekMs)).toBe(true);
    expect(isExpired(storedAt, storedAt - 1)).toBe(true);
    expect(isExpired(Number.NaN, storedAt)).toBe(true);
  });

  it('needs its scripts, style sheets and drawings, but no fonts', () => {
    const html = `<link href="/_astro/Layout.x1.css"><astro-island component-url="/_astro/A.b_-2.js">
      <script src="/_astro/A.b_-2.js"></script><use href="/drawings/sprite.12.svg#a"/>
      <style>src:url("/_astro/fonts/f.woff2")</style><img src="/api/picture.svg">`;
    expect(assetsOf(html)).toEqual(['/_astro/Layout.x1.css', '/_astro/A.b_-2.js', '/drawings/sprite.12.svg']);
  });

  it('says from when it is, in the locale and time zone of its person', () => {
    const storedAt = Date.parse('2026-11-29T23:30:00Z');
    const body = '<p>As it was on <time data-stored-at data-astro-cid-x></time>.</p>';
    const shown = withStoredAt(pageFor('data-locale="de-DE" data-time-zone="Africa/Lagos"', body), storedAt);
    expect(shown).toContain('data-time-zone="Africa/Lagos" data-stored>');
    expect(shown).toContain(
      '<time datetime="2026-11-29T23:30:00.000Z">30. November 2026 um 00:30 GMT+1</time>.',
    );
    // A browser may know neither.
    const other = withStoredAt(pageFor('data-locale="$&" data-time-zone="Nowhere"', body), storedAt);
    expect(other).toMatch(/<time datetime="2026-11-29T23:30:00\.000Z">[^<]*2026/);
  });
});
