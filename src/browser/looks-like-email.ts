/** The basic e-mail pattern: something, an @, and a name with a dot, without spaces. The server looks closer. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim());
}
