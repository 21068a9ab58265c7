import { describe, expect, it } from 'vitest';
import { mapRecord, presets } from './map-record.ts';

const udemy = presets.udemy as NonNullable<typeof presets.udemy>;
const row = {
  course_title: 'Piano',
  url: 'https://www.udemy.com/piano/',
  is_paid: 'True',
  price: '200',
  level: 'Expert Level',
  content_duration: '1.5',
  subject: 'Musical Instruments',
};

it('maps a row of a known export', () => {
  expect(mapRecord(row, udemy)).toEqual({
    course: {
      title: 'Piano',
      description: '',
      platform: 'Udemy',
      url: 'https://www.udemy.com/piano/',
      level: 'Advanced',
      status: 'Paid',
      price: 200,
      priceUnit: 'USD',
      tags: ['Musical Instruments'],
      duration: '1.5 hours',
    },
  });
});

it.each(['level', 'access', 'status', 'price', 'duration'])(
  'says what is wrong with a row of JSON whose %s is an object that cannot be read as text',
  (field) => {
    const unreadable: unknown = JSON.parse('{"toString":1}');
    expect(mapRecord({ ...row, [field]: unreadable }, presets.courselift)).toMatchObject({
      problem: expect.stringMatching(/^\w+: /),
    });
  },
);

describe('value formats', () => {
  it.each([
    [{ is_paid: 'False', price: '0' }, { status: 'Free' }],
    [{ is_paid: 'true', price: 'Free' }, { status: 'Paid' }],
    [{ level: 'All Levels' }, { level: 'All' }],
    [{ level: 'Beginner Level' }, { level: 'Beginner' }],
    [{ price: '1,299.00' }, { price: 1_299 }],
    [{ price: '5.3k' }, { price: 5_300 }],
    [{ access: 'Financial aid available' }, { access: 'financial-aid', status: 'Paid' }],
    [
      { is_paid: '', price: '', access: 'Free with certificate' },
      { access: 'free-certificate', status: 'Free' },
    ],
    [
      { price: '₦1.15 M', priceUnit: 'NGN' },
      { price: 1_150_000, priceUnit: 'NGN' },
    ],
    [{ content_duration: '43 mins' }, { duration: '43 mins' }],
    [{ content_duration: '0.5166666666666666' }, { duration: '31 minutes' }],
    [{ content_duration: '1.0' }, { duration: '1 hour' }],
    [{ content_duration: '6.033333333' }, { duration: '6 hours' }],
    [{ content_duration: '0' }, { duration: undefined }],
    [{ price: '$20' }, { price: 20, priceUnit: 'USD' }],
    [{ subject: ['Food, Drink', 'Art'] }, { tags: ['Food', 'Drink', 'Art'] }],
  ])('%o', (given, expected) => {
    expect(mapRecord({ ...row, ...given }, udemy)).toMatchObject({ course: expected });
  });
});

it.each([
  [{ price: '€20' }, 'EUR'],
  [{ price: '₦20,000', priceUnit: 'ngn' }, 'NGN'],
  [{ price: '20', priceUnit: ' usd ' }, 'USD'],
])('reads the currency of %o', (given, priceUnit) => {
  const mapping = { ...udemy, constants: { platform: 'Udemy' } };
  expect(mapRecord({ ...row, ...given }, mapping)).toMatchObject({ course: { priceUnit } });
});

describe('a URL template', () => {
  const mapping = {
    columns: { title: 'course_title' },
    constants: {
      ...udemy.constants,
      url: 'https://a.example/search?query={title}&by={ author }&on={platform}',
    },
  };
  const { url: _, ...noLink } = row;

  it('is filled with URL-encoded columns and fields', () => {
    const given = {
      ...noLink,
      is_paid: undefined,
      status: 'Paid',
      course_title: 'C++ & C#: 100%',
      author: 'Ana Díaz',
    };
    expect(mapRecord(given, mapping)).toMatchObject({
      course: {
        url: 'https://a.example/search?query=C%2B%2B%20%26%20C%23%3A%20100%25&by=Ana%20D%C3%ADaz&on=Udemy',
      },
    });
  });

  it.each([[{ $oid: '65f0c2' }], [JSON.parse('{"toString":1}')], [['65f0c2']]])(
    'is not filled with %j, which would be the same link for every row',
    (author) => {
      expect(mapRecord({ ...noLink, status: 'Paid', author }, mapping)).toEqual({
        problem: 'url: The row has no author for the link.',
      });
    },
  );

  it('is ignored for a row with a URL', () => {
    expect(mapRecord({ ...row, status: 'Paid' }, mapping)).toMatchObject({ course: { url: row.url } });
  });

  it('rejects a row without a value for a placeholder', () => {
    expect(mapRecord({ ...noLink, status: 'Paid', author: ' ' }, mapping)).toEqual({
      problem: 'url: The row has no author for the link.',
    });
  });
});

describe('invalid rows', () => {
  it.each([
    [{ course_title: ' ' }, 'title: The title is missing.'],
    [{ course_title: 'a\n1,b' }, 'title: The title has a line break: two rows may have run together.'],
    [{ url: 'ftp://x.example/a' }, 'url: Please enter a full web address, such as https://example.com/page.'],
    [{ level: '52' }, 'level: The level is none of Beginner, Intermediate, Advanced and All.'],
    [
      { access: 'sometimes' },
      'access: The access is none of free-certificate, free-to-learn, financial-aid, paid.',
    ],
    [{ access: 'free to learn' }, 'access: The access contradicts the status.'],
    [{ is_paid: 'False' }, 'price: A free course has a price.'],
    [{ is_paid: 'perhaps' }, 'status: The status is neither Free nor Paid.'],
    [{ price: '€20' }, 'priceUnit: The price has the sign of another currency.'],
    [{ price: 'cheap' }, 'price: Please enter the price as a number.'],
    [{ rating: '6' }, 'rating: The rating is above 5.'],
  ])('reports %o in one sentence', (given, problem) => {
    expect(mapRecord({ ...row, ...given }, udemy)).toEqual({ problem });
  });
});
