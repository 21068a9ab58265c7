import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  EmailSchema,
  IdSchema,
  NewPasswordSchema,
  nameText,
  PagingSchema,
  PhoneSchema,
  requiredText,
  webAddress,
} from './fields.ts';
import { MotivationSchema } from './requests/requests.ts';

/** Returns the first error message of a schema for a value; undefined when it is valid. */
function complaint(schema: z.ZodMiniType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

const words = (count: number, word = 'word', gap = ' ') =>
  Array.from({ length: count }, () => word).join(gap);

describe('MotivationSchema', () => {
  const tooMany = 'Please use at most 50 words.';
  it.each([
    ['plain words', words(50), words(51)],
    ['Arabic words', words(50, 'كلمة'), words(51, 'كلمة')],
    ['words between right-to-left marks', words(50, 'و\u200f', ' \u200f'), words(51, 'و\u200f', ' \u200f')],
    ['words with zero-width spaces around', words(50, 'a', ' \u200b '), words(51, 'a', ' \u200b ')],
    ['words over many lines', words(50, 'a', '\n'), words(51, 'a', '\n')],
  ])('accepts 50 and rejects 51 %s', (_, fifty, fiftyOne) => {
    expect(complaint(MotivationSchema, fifty)).toBeUndefined();
    expect(complaint(MotivationSchema, fiftyOne)).toBe(tooMany);
  });

  it('rejects a long text of few words', () => {
    expect(complaint(MotivationSchema, 'x'.repeat(1_001))).toBe('Please use at most 1000 characters.');
  });
});

describe('EmailSchema', () => {
  it.each([
    ['ada@people.example', 'ada@people.example'],
    ['  Ada.Obi+Test@People.EXAMPLE ', 'ada.obi+test@people.example'],
    ["o'neil@people.example", "o'neil@people.example"],
  ])('takes %j as %j', (typed, kept) => {
    expect(EmailSchema.parse(typed)).toBe(kept);
  });

  it.each([
    '@people.example',
    'ada',
    'ada@',
    'ada@people',
    'ada@@people.example',
    'ada @people.example',
    'ada@people..example',
    '.ada@people.example',
    'ada@people.example, eve@people.example',
    'ada@people.example\r\nBcc: eve@people.example',
    'Ada <ada@people.example>',
    'ada\u0000@people.example',
    'ada@[127.0.0.1]',
    `${'a'.repeat(250)}@people.example`,
  ])('rejects %j', (typed) => {
    expect(complaint(EmailSchema, typed)).toBe('Please enter a valid email address.');
  });

  it('requires a value', () => {
    for (const nothing of ['', '   ', undefined, null, 7])
      expect(complaint(EmailSchema, nothing)).toBe('Email is required.');
  });
});

describe('NewPasswordSchema', () => {
  // ASVS 6.2.5, 6.2.9
  it.each(['12345678', '        ', '🙂'.repeat(8), 'x'.repeat(1_024), 'é'.repeat(512)])(
    'takes %j',
    (password) => {
      expect(NewPasswordSchema.parse(password)).toBe(password);
    },
  );

  // ASVS 6.2.1
  it.each([
    ['1234567', 'Password must be at least 8 characters long.'],
    ['', 'Password is required.'],
    ['x'.repeat(1_025), 'Password must be at most 1,024 bytes long.'],
    ['é'.repeat(513), 'Password must be at most 1,024 bytes long.'],
  ])('rejects %j', (password, message) => {
    expect(complaint(NewPasswordSchema, password)).toBe(message);
  });
});

describe('PhoneSchema', () => {
  it.each(['+234 801 234 5678', '08012345678', '0801-234-5678', '12345678'])('accepts %s', (phone) => {
    expect(complaint(PhoneSchema, phone)).toBeUndefined();
  });

  it.each(['', '1234567', '++23480123456', 'phone', '+234 801 abc', '٠١٢٣٤٥٦٧٨', '1'.repeat(33)])(
    'rejects %j',
    (phone) => {
      expect(complaint(PhoneSchema, phone)).toBe('Please enter a valid phone number.');
    },
  );
});

describe('requiredText', () => {
  const Name = requiredText('First name is required.', 60);
  it.each(['Ọlá Ńkechi', '李小龍', 'محمد', "D'Arcy-Ødegård", '👩‍🎓 Ada', 'Zoë\u0308'])('keeps %s', (name) => {
    expect(Name.parse(` ${name} `)).toBe(name);
  });

  it.each([
    ['', 'First name is required.'],
    [' \t ', 'First name is required.'],
    [undefined, 'First name is required.'],
    ['x'.repeat(61), 'Please use at most 60 characters.'],
    ['nul\u0000', 'Please remove the hidden control characters.'],
    ['bell\u0007', 'Please remove the hidden control characters.'],
    ['half a pair \ud800', 'Please remove the hidden control characters.'],
  ])('rejects %j', (name, message) => {
    expect(complaint(Name, name)).toBe(message);
  });
});

describe('nameText', () => {
  const Name = nameText('First name is required.', 60);
  it.each([
    'Ọlá Ńkechi',
    "D'Arcy-Ødegård",
    'Martin Luther King Jr.',
    'J. R. R. Tolkien',
    'St.John',
    'A/P Siva',
  ])('keeps %s', (name) => {
    expect(Name.parse(` ${name} `)).toBe(name);
  });

  const oneLine = 'Please write the name on one line.';
  const noAddress = 'Please enter a name without web or email addresses.';
  // ASVS 1.3.3
  it.each([
    ['Ada\nObi', oneLine],
    ['Ada\tObi', oneLine],
    ['Ada\u2028Obi', oneLine],
    ['http://evil.example', noAddress],
    ['Claim your prize: HTTPS://x', noAddress],
    ['www.evil.example', noAddress],
    ['bit.ly/abc', noAddress],
    ['Prize at evil-shop.com', noAddress],
    ['ada@evil.example', noAddress],
    ['x'.repeat(1_000_000), 'Please use at most 60 characters.'],
  ])('rejects %j', (name, message) => {
    expect(complaint(Name, name)).toBe(message);
  });
});

describe('IdSchema', () => {
  // ASVS 1.1.1
  it('spells an id in one way', () => {
    const id = crypto.randomUUID();
    expect(IdSchema.parse(id.toUpperCase())).toBe(id);
  });
});

describe('webAddress', () => {
  const Link = webAddress('Please enter the link to the course.');
  it.each([
    ['https://example.com/page', 'https://example.com/page'],
    [' example.com/a?b=c#d ', 'https://example.com/a?b=c#d'],
    ['//example.com', 'https://example.com'],
    ['example.com:8080/a', 'https://example.com:8080/a'],
    ['HTTP://EXAMPLE.com', 'HTTP://EXAMPLE.com'],
    ['https://bücher.example/ä', 'https://bücher.example/ä'],
  ])('takes %j as %j', (typed, kept) => {
    expect(Link.parse(typed)).toBe(kept);
  });

  // ASVS 1.2.2
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//.example.com',
    ' javascript://example.com/%0aalert(1)',
    'java\nscript:alert(1)',
    'javascript:80/example.com',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://example.com',
    '/.',
    'https://..example',
    'https://user@example.com',
    'https://user:secret@example.com',
    'https://example.com@127.0.0.1',
    'http://127.0.0.1',
    'http://127.0.0.1.',
    'http://127.1',
    'http://2130706433',
    'http://0x7f.0.0.1',
    'http://0177.0.0.1',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost',
    'http://localhost.',
    'http://printer.localhost',
    'http://①②⑦.⓪.⓪.①',
    'https://',
    'https:// example.com',
    'https://example.com/\u0000',
    'https://exa\tmple.com',
    'https://example.com/\ud800',
  ])('rejects %j', (typed) => {
    expect(complaint(Link, typed)).toBe('Please enter a full web address, such as https://example.com/page.');
  });

  it('rejects 5,000 characters and an empty text', () => {
    expect(complaint(Link, `https://example.com/${'a'.repeat(4_980)}`)).toBe('This link is too long.');
    expect(complaint(Link, '')).toBe('Please enter the link to the course.');
  });
});

describe('PagingSchema', () => {
  const Paging = z.object(PagingSchema);
  // ASVS 1.4.2
  it.each([
    [{}, { page: 1, limit: 12 }],
    [
      { page: '3', limit: '7' },
      { page: 3, limit: 7 },
    ],
    [
      { page: '0', limit: '-1' },
      { page: 1, limit: 1 },
    ],
    [
      { page: '1e9', limit: '1e9' },
      { page: 100_000, limit: 50 },
    ],
    [
      { page: 'x', limit: 'NaN' },
      { page: 1, limit: 12 },
    ],
    [
      { page: '2.9', limit: 'Infinity' },
      { page: 2, limit: 50 },
    ],
    [
      { page: ['4', '5'], limit: {} },
      { page: 1, limit: 12 },
    ],
  ])('reads %j as %j', (query, read) => {
    expect(Paging.parse(query)).toEqual(read);
  });
});
