import { describe, expect, it } from 'vitest';
import { html } from './html.ts';

describe('html', () => {
  // ASVS 1.1.2, 1.2.1
  it('escapes text and quoted attributes', () => {
    const name = `<img src=x onerror="alert('1')"> & co`;
    expect(String(html`<p title="${name}">${name}</p>`)).toBe(
      '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co">' +
        '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co</p>',
    );
  });

  it('keeps nested markup and flattens lists without commas', () => {
    const rows = ['a', '<b>'].map((cell) => html`<td>${cell}</td>`);
    expect(String(html`<tr>${rows}</tr>`)).toBe('<tr><td>a</td><td>&lt;b&gt;</td></tr>');
  });

  // ASVS 1.2.1
  it('escapes strings inside nested lists', () => {
    expect(String(html`${[['<'], [html`<br>`]]}`)).toBe('&lt;<br>');
  });

  it('prints zero but nothing for absent values', () => {
    expect(String(html`${0}|${null}|${undefined}|${false}|${''}|${10n}`)).toBe('0|||||10');
  });

  // ASVS 1.3.7
  it('does not take an object that only looks like markup', () => {
    const forged = { markup: '<script>', toString: () => '<script>' };
    // @ts-expect-error the type forbids it; data parsed from JSON could still bring it
    expect(String(html`${forged}`)).toBe('&lt;script&gt;');
  });
});
