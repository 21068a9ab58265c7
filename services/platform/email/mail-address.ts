const MAX_LENGTH = 254;
const plain = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*$/u;

/** End of the addresses of erased accounts, to which nothing is sent (RFC 2606: `.invalid` never exists). */
export const erasedMailDomain = '@erased.invalid';

/**
 * Whether this is one plain `local@domain`. Names, comments, quotes, lists and control characters are rejected,
 * because mail libraries parse them differently from the check.
 */
export function isPlainAddress(address: string): boolean {
  return address.length <= MAX_LENGTH && plain.test(address);
}

/** Whether {@link parseSender} accepts it. */
export function isSender(sender: string): boolean {
  return isPlainAddress(splitSender(sender).address);
}

/** Splits `Name <local@domain>` or `local@domain`; throws when there is no plain address in it. */
export function parseSender(sender: string): { name: string; address: string } {
  const { name, address } = splitSender(sender);
  if (!isPlainAddress(address)) throw new Error('The sender has no plain e-mail address');
  return { name, address };
}

function splitSender(sender: string): { name: string; address: string } {
  const [, name = '', address = sender] = /^(.*)<([^<]*)>$/.exec(sender.trim()) ?? [];
  return { name: name.trim().replaceAll('"', ''), address: address.trim() };
}
