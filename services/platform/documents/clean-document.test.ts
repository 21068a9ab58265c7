import { expect, it } from 'vitest';
import { pdf } from '#tests/support/certificates.ts';
import { cleanDocument } from './clean-document.ts';

const rule = { field: 'proof', maxBytes: 524_288 };
const clean = (words: string) => cleanDocument({ contentType: 'application/pdf', data: pdf(words) }, rule);

it.each(['/JavaScript', '/J#61vaScript', '/#4caunch', '/Embedded#46ile'])(
  'rejects a PDF with %s in any spelling of the name',
  async (name) => {
    await expect(clean(name)).rejects.toMatchObject({ status: 422 });
  },
);

it.each(['50 # of 100', '#zz and #4', 'JavaScript for beginners'])(
  'accepts a PDF with the text %j',
  async (words) => {
    expect((await clean(words)).data.equals(pdf(words))).toBe(true);
  },
);
