import { describe, expect, it } from 'vitest';
import { testBrand } from '#tests/support/product/test-brand.ts';
import { renderMail } from './layout.ts';

const content = {
  title: 'Ada & <b>Bola</b>',
  preheader: 'Your request was "received"',
  blocks: [
    'First paragraph',
    { facts: [['Course', 'Intro to <script>alert(1)</script>']] },
    { list: ['one', 'two'] },
    { quote: 'Line one\nLine two' },
  ],
  action: { label: 'Open it', url: 'https://courselift.example/dashboard?a=1&b=2' },
  footer: 'You get this because you asked for it.',
} as const;

const own = {
  brand: testBrand,
  publicUrl: 'https://courselift.example',
  meetingRooms: { provider: 'open' as const, baseUrl: 'https://meet.example' },
};

describe('renderMail', () => {
  const { html, text } = renderMail(content, own);

  it('has the same content in both parts', () => {
    for (const words of ['First paragraph', 'Course', 'one', 'Line two', 'Open it', 'because you asked']) {
      expect(html).toContain(words);
      expect(text).toContain(words);
    }
    expect(text).toContain('https://courselift.example/dashboard?a=1&b=2');
    expect(html).toContain('href="https://courselift.example/dashboard?a=1&amp;b=2"');
  });

  // ASVS 1.1.2, 1.2.1
  it('escapes user input in the HTML part and not in the text part', () => {
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<b>Bola');
    expect(html).toContain('Ada &amp; &lt;b&gt;Bola&lt;/b&gt;');
    expect(html).toContain('&quot;received&quot;');
    expect(text).toContain('Ada & <b>Bola</b>');
    expect(text).toContain('> Line one\n> Line two');
  });

  // ASVS 14.2.3
  it('loads no resources and runs no scripts', () => {
    expect(html).not.toMatch(/<(script|img|link|iframe)\b|@import|url\(/i);
  });

  it('supports dark mode', () => {
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).toContain('name="color-scheme" content="light dark"');
  });

  it('has the unsubscribe link in both parts, where there is one', () => {
    const unsubscribeUrl = 'https://courselift.example/leave?a=1&b=2';
    const way = renderMail({ ...content, unsubscribeUrl }, own);
    expect(way.html).toContain('href="https://courselift.example/leave?a=1&amp;b=2"');
    expect(way.text).toContain(`Unsubscribe: ${unsubscribeUrl}`);
    expect(html + text).not.toMatch(/unsubscribe/i);
  });

  it.each([
    ['our pages', 'https://courselift.example/dashboard'],
    ['rooms of meetings', 'https://meet.example/room'],
    ['course platforms', 'https://www.coursera.org/learn/x'],
  ])('links to %s directly', (_, url) => {
    const mail = renderMail({ ...content, links: [{ label: 'x', url }] }, own);
    expect(mail.html).toContain(`href="${url}"`);
    expect(mail.text).toContain(`x:\n${url}`);
  });

  it('links to every other site through the page that names it', () => {
    const url = 'https://courselift.example.evil.example/';
    const mail = renderMail({ ...content, action: { label: 'x', url }, links: [{ label: 'y', url }] }, own);
    const leaving = `https://courselift.example/leaving?to=${encodeURIComponent(url)}`;
    expect(mail.html).not.toContain(`href="${url}`);
    expect(mail.html.split(`href="${leaving}"`)).toHaveLength(3);
    expect(mail.text).not.toContain(`\n${url}`);
    expect(mail.text).toContain(`x:\n${leaving}`);
  });

  // ASVS 1.2.2
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'https://me@courselift.example.evil.example/',
    'no address',
  ])('rejects the link %j', (url) => {
    expect(() => renderMail({ ...content, action: { label: 'x', url } }, own)).toThrow(
      'only link to the web',
    );
    expect(() => renderMail({ ...content, unsubscribeUrl: url }, own)).toThrow('only link to the web');
  });
});
