const zeroWidth = /[\u200B-\u200D\u2060\uFEFF]/gu;

/** Counts the words of a text for the 50-word limit: runs between spaces that contain a letter or digit. */
export function countWords(text: string): number {
  return text
    .replace(zeroWidth, '')
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
