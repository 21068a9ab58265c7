import { describe, expect, it } from 'vitest';
import { isPlainAddress, parseSender } from './mail-address.ts';

describe('isPlainAddress', () => {
  it.each(['ada@mail.example', "o'neil+course@sub.mail.example", 'ọlá@bücher.example', 'root@localhost'])(
    'accepts %s',
    (address) => expect(isPlainAddress(address)).toBe(true),
  );

  // ASVS 1.3.11
  it.each([
    '',
    'ada',
    '@mail.example',
    'ada@',
    'ada@@mail.example',
    'ada@mail..example',
    'ada@mail.example,eve@mail.example',
    'ada@mail.example;eve@mail.example',
    'Ada <ada@mail.example>',
    '"ada eve"@mail.example',
    'ada@mail.example\r\nBcc: eve@mail.example',
    'ada@mail.example\n',
    'ada (eve)@mail.example',
    'undisclosed:ada@mail.example',
    'ada@[127.0.0.1]',
    'ada\0@mail.example',
    `${'a'.repeat(65)}@mail.example`,
    `a@${'b'.repeat(260)}.example`,
  ])('rejects %j', (address) => expect(isPlainAddress(address)).toBe(false));
});

describe('parseSender', () => {
  it('splits a name from an address', () => {
    expect(parseSender('CourseLift <hello@courselift.example>')).toEqual({
      name: 'CourseLift',
      address: 'hello@courselift.example',
    });
    expect(parseSender('hello@courselift.example')).toEqual({
      name: '',
      address: 'hello@courselift.example',
    });
  });

  it('throws without an address', () => {
    expect(() => parseSender('CourseLift')).toThrow('no plain e-mail address');
  });
});
