import { dictionary } from '@zxcvbn-ts/language-common';
import { brand } from '#contracts/brand.ts';
import { invalid } from '#services/platform/errors.ts';

const common = new Set<string>(dictionary['passwords-common']);

/**
 * Throws HttpError 422 with the reason for a password that attackers try first: a common one, the email
 * address or its local part, or the product's name. `field` is the form field that shows the message.
 */
export function rejectWeakPassword(password: string, email: string, field: string): void {
  const plain = password.toLowerCase();
  const reason = reasonAgainst(plain, email.toLowerCase());
  if (reason) throw invalid(reason, { [field]: reason });
}

function reasonAgainst(plain: string, email: string): string | undefined {
  if (common.has(plain)) {
    return 'This password is among the most common ones and would be guessed at once. Please choose another.';
  }
  if (plain === email || plain === email.split('@')[0]) {
    return 'Your email address is not a secret. Please choose another password.';
  }
  const name = brand.name.toLowerCase();
  if (plain.replace(/[\W\d_]/g, '') === name) {
    return `“${brand.name}” is what everybody would try here. Please choose another password.`;
  }
  return undefined;
}
