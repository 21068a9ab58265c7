/**
 * Returns one spelling for the addresses of one mailbox: without a plus part and without dots before the `@`, which Gmail
 * and others ignore. Only for comparing: elsewhere dots can be of meaning.
 */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at).replace(/\+.*/, '').replaceAll('.', '');
  const domain = email.slice(at + 1).replace(/^googlemail\.com$/i, 'gmail.com');
  return `${local}@${domain}`.toLowerCase();
}

/** Returns whether two addresses are of one mailbox. */
export function isSameMailbox(one: string, other: string): boolean {
  return mailboxOf(one) === mailboxOf(other);
}
