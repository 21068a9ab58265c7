import type { CourseDetails } from '#contracts/catalogue/catalogue.ts';

/** Returns a course as schema.org Course, without unknown properties. `page` is the URL of the course's page. */
export function courseStructuredData(course: CourseDetails, page: URL): object {
  const { title, description, platform, url, level, status, price, priceUnit, language, tags } = course;
  const isFree = status === 'Free';
  const hasPrice = price !== null && priceUnit !== null;
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: title,
    ...(description && { description }),
    url: page.href,
    sameAs: url,
    provider: { '@type': 'Organization', name: platform },
    ...(level !== 'All' && { educationalLevel: level }),
    ...(language && { inLanguage: language }),
    ...(tags.length > 0 && { keywords: tags.join(', ') }),
    isAccessibleForFree: isFree,
    offers: {
      '@type': 'Offer',
      category: status,
      ...(hasPrice && !isFree && { price, priceCurrency: priceUnit }),
      url,
    },
  };
}

/** One step of a breadcrumb trail. */
export interface Breadcrumb {
  text: string;
  href: string;
}

/** Returns a breadcrumb trail as schema.org BreadcrumbList. */
export function breadcrumbData(steps: readonly Breadcrumb[], site: URL): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ text, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: text,
      item: new URL(href, site).href,
    })),
  };
}
