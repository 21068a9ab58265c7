/** Longest row of a file, in characters; what is longer is cut, and so refused by whoever reads it. */
export const longestRow = 1024 * 1024;

/**
 * The lines of a text in UTF-8, without a byte order mark. A line ends at a line feed and nowhere else: a carriage
 * return or a Unicode line separator may stand inside a text.
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
