import { expect, it } from 'vitest';
import type { CourseDetails } from '#contracts/catalogue/catalogue.ts';
import { breadcrumbData, courseStructuredData } from './course-structured-data.ts';

const bare: CourseDetails = {
  _id: '1',
  slug: 'learn-sql',
  title: 'Learn SQL',
  description: '',
  url: 'https://sql.example/',
  status: 'Paid',
  access: null,
  price: null,
  priceUnit: null,
  level: 'All',
  platform: 'Coursera',
  tags: [],
  ratings: 4.8,
  checkedOn: null,
  language: null,
  duration: null,
};
const page = new URL('https://here.example/explore/learn-sql');

it('omits unknown properties', () => {
  expect(courseStructuredData(bare, page)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: 'Learn SQL',
    url: page.href,
    sameAs: 'https://sql.example/',
    provider: { '@type': 'Organization', name: 'Coursera' },
    isAccessibleForFree: false,
    offers: { '@type': 'Offer', category: 'Paid', url: 'https://sql.example/' },
  });
});

it('includes known properties', () => {
  const known: CourseDetails = {
    ...bare,
    level: 'Beginner',
    language: 'en',
    price: 19.99,
    priceUnit: 'USD',
    tags: ['sql'],
  };
  expect(courseStructuredData(known, page)).toMatchObject({
    educationalLevel: 'Beginner',
    inLanguage: 'en',
    keywords: 'sql',
    offers: { price: 19.99, priceCurrency: 'USD' },
  });
});

it('numbers the breadcrumbs', () => {
  const trail = breadcrumbData([{ text: 'Explore', href: '/explore' }], new URL('https://here.example'));
  expect(trail).toMatchObject({
    itemListElement: [{ position: 1, name: 'Explore', item: 'https://here.example/explore' }],
  });
});
