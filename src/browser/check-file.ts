import type { FileRule } from '#contracts/endpoint.ts';

/** What is wrong with a chosen file by its rule, or undefined. The server looks at the content once more. */
export function checkFile(rule: FileRule, file: File | undefined): string | undefined {
  if (!file) return rule.missing;
  if (!rule.types.includes(file.type)) return rule.wrongType;
  if (file.size > rule.maxBytes) return rule.tooLarge;
  return undefined;
}
