/** Returns an address by which its owner recognises it and nobody else learns it, such as `a•••@people.example`. */
export function maskAddress(address: string): string {
  return address.replace(/^(.)[^@]*/u, '$1•••');
}
