/** Maximum length of a row in characters; a longer one is truncated, and so rejected by the parser. */
export const longestRow = 1024 * 1024;

/**
 * Yields the lines of UTF-8 text without the byte order mark. Only a line feed ends a line, because carriage returns
 * and Unicode line separators can be part of a cell.
 */
export async function* splitLines(bytes: AsyncIterable<string | Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let held = '';
  for await (const chunk of bytes) {
    const lines = (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })).split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) {
      yield (held + line).slice(0, longestRow);
      held = '';
    }
    if (held.length < longestRow) held += last;
  }
  held += decoder.decode();
  if (held) yield held.slice(0, longestRow);
}
