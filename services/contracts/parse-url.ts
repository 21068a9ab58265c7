/** Returns the parsed address; undefined when it is invalid. Not `URL.parse`: the oldest supported browsers lack it. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
