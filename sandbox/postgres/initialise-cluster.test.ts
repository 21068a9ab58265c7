import { expect, it } from 'vitest';
import { firstErrorLine } from './initialise-cluster.ts';

it('returns the first error line', () => {
  expect(
    firstErrorLine('LOG:  starting\n2026-01-01 FATAL:  data directory has wrong ownership\nHINT:  no'),
  ).toBe('data directory has wrong ownership');
  expect(firstErrorLine('initdb: error: could not create directory "/x": Permission denied\n')).toBe(
    'could not create directory "/x": Permission denied',
  );
  expect(firstErrorLine('everything is fine')).toBeUndefined();
});

it.each([
  'FATAL:  could not write file\nchild process exited\nfile "x": No space left on device',
  'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 9\nHINT:  Check free disk space.',
])('says plainly that the disk is full, whichever line mentions it', (output) => {
  expect(firstErrorLine(output)).toMatch(/disk is full/);
});
