import { expect, it } from 'vitest';
import { asScriptText, faqData, organizationData } from './structured-data.ts';

it('names the organization with absolute addresses', () => {
  const data = organizationData(new URL('https://courselift.example'));
  expect(data).toMatchObject({
    '@type': 'Organization',
    url: 'https://courselift.example/',
    logo: 'https://courselift.example/icons/icon-512.png',
  });
});

it('lists every question with its answer', () => {
  expect(faqData([{ question: 'Why?', answer: 'Because.' }])).toMatchObject({
    mainEntity: [{ name: 'Why?', acceptedAnswer: { text: 'Because.' } }],
  });
});

// ASVS 1.2.3
it('escapes a closing script tag', () => {
  const text = asScriptText({ answer: '</script><script>alert(1)</script>' });
  expect(text).not.toContain('<');
  expect(JSON.parse(text).answer).toContain('</script>');
});
