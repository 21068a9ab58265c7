import { describe, expect, it } from 'vitest';
import { countWords } from './count-words.ts';

describe('countWords', () => {
  it.each([
    ['', 0],
    ['   ', 0],
    ['one', 1],
    ['  one \n two\tthree\u00a0four\u2003five ', 5],
    ['well-known don’t', 2],
    ['a – b … c', 3],
    ['zero\u200bwidth\u2060joined', 1],
    ['joined\ufeffby a mark', 3],
    ['one \u200b \ufeff two', 2],
    ['مرحبا بكم في المدرسة', 4],
    ['\u202eone\u202c \u200f two', 2],
    ['e\u0301te\u0301 50', 2],
    ['🙂 🙂', 0],
  ])('%j has %d', (text, count) => {
    expect(countWords(text)).toBe(count);
  });
});
