/** Returns an address that its owner recognises and that discloses it to no other reader, such as `a•••@people.example`. */
export function maskAddress(address: string): string {
  return address.replace(/^(.)[^@]*/u, '$1•••');
}
