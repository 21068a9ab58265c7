import { brand } from '#contracts/brand.ts';

/** Who runs the site, as search engines read it (schema.org Organization). `site` is the base of its addresses. */
export function organizationData(site: URL): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: brand.name,
    legalName: brand.legalName,
    slogan: brand.tagline,
    url: site.href,
    logo: new URL('/icons/icon-512.png', site).href,
    email: brand.email.contact,
    sameAs: Object.values(brand.social),
  };
}

/** Questions and answers, as search engines read them (schema.org FAQPage). */
export function faqData(entries: readonly { question: string; answer: string }[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: entries.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

/** Data as the content of a script element: nothing in it can end the element. */
export function asScriptText(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
