import { expect, it } from 'vitest';
import { createRecoveryCodes, hashRecoveryCode } from './second-factor.ts';

// ASVS 6.5.2, 6.5.4, 11.5.1
it('ten different codes have 140 random bits each', () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  // 5 bits for each of 28 characters of 32.
  for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){6}[A-HJ-NP-Z2-9]{4}$/);
});

it('a code is the same however it is written, and another one for another operator', () => {
  const [code = ''] = createRecoveryCodes();
  const written = code.toLowerCase().replaceAll('-', ' ');
  expect(hashRecoveryCode(written, 'a')).toEqual(hashRecoveryCode(code, 'a'));
  expect(hashRecoveryCode(code, 'b')).not.toEqual(hashRecoveryCode(code, 'a'));
});
