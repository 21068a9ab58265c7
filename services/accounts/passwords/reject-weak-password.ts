import type { Brand } from '#contracts/site/brand.ts';
import { invalid } from '#services/platform/errors.ts';
import { loadOnce } from '#services/platform/load-once.ts';

// Loaded with the first password that is chosen: the dictionaries take 15 MB of memory.
const commonPasswords = loadOnce(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
});

/**
 * Throws HttpError 422 with the reason for a password that attackers try first: a common one, the email
 * address or its local part, or the product's name. `field` is the form field that shows the message.
 */
export async function rejectWeakPassword(
  password: string,
  { email, brand }: { email: string; brand: Brand },
  field: string,
): Promise<void> {
  const plain = password.toLowerCase();
  const reason = await reasonAgainst(plain, email.toLowerCase(), brand);
  if (reason) throw invalid(reason, { [field]: reason });
}

async function reasonAgainst(plain: string, email: string, brand: Brand): Promise<string | undefined> {
  if ((await commonPasswords()).has(plain)) {
    return 'This password is among the most common ones and would be guessed at once. Please choose another.';
  }
  if (plain === email || plain === email.split('@')[0]) {
    return 'Your email address is not a secret. Please choose another password.';
  }
  // As far as the name consists of letters: digits and marks around it make it no better.
  const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
  const letters = lettersOf(brand.name);
  if (letters && lettersOf(plain) === letters) {
    return `“${brand.name}” is what everybody would try here. Please choose another password.`;
  }
  return undefined;
}
