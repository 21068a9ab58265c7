/** Checks the basic e-mail pattern: local part, @, domain with a dot, no spaces. The server validates further. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim());
}
