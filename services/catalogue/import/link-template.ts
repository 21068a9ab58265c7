import { textOf } from '#services/platform/text-of.ts';

const placeholder = /\{([^{}]+)\}/g;

/** Returns the names between braces in a template such as "https://a.example/search?query={title}". */
export function templateNames(template: string): string[] {
  return [...template.matchAll(placeholder)].map(([, name]) => (name as string).trim());
}

/**
 * Fills a template for links with URL-encoded values.
 *
 * @param read returns the value for a name between braces.
 * @returns the link, or the name that has no value.
 */
export function fillTemplate(
  template: string,
  read: (name: string) => unknown,
): { url: string } | { missing: string } {
  let missing: string | undefined;
  const url = template.replace(placeholder, (_, name: string) => {
    const value = textOf(read(name.trim()));
    if (value === '') missing ??= name.trim();
    return encodeURIComponent(value.toWellFormed());
  });
  return missing === undefined ? { url } : { missing };
}
