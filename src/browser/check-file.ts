import type { FileRule } from '#contracts/endpoint.ts';

/** Returns why a file violates its rule; undefined when it does not. The server checks the content as well. */
export function checkFile(rule: FileRule, file: File | undefined): string | undefined {
  if (!file) return rule.missing;
  if (!rule.types.includes(file.type)) return rule.wrongType;
  if (file.size > rule.maxBytes) return rule.tooLarge;
  return undefined;
}
