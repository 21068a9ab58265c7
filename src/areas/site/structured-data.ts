import { brand } from '../../browser/brand.ts';
import { siteBrand } from './site-brand.ts';

/** Returns the operator of the site as schema.org Organization. `site` is the base URL. */
export function organizationData(site: URL): object {
  const profiles = Object.values(siteBrand.social);
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: brand.name,
    legalName: siteBrand.legalName,
    slogan: siteBrand.tagline,
    url: site.href,
    logo: new URL('/icons/icon-512.png', site).href,
    email: brand.email.contact,
    ...(profiles.length > 0 && { sameAs: profiles }),
  };
}

/** Returns questions and answers as schema.org FAQPage. */
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

/** Serializes data as the content of a `<script>` element, escaped so that it cannot close the element. */
export function asScriptText(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
