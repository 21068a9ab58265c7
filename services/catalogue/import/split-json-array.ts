import { longestRow } from './read-bytes.ts';

/** An element of a JSON array with the line on which it ends; `problem` is set when the file is not a JSON array. */
export interface JsonElement {
  line: number;
  text: string;
  problem?: string;
}

/**
 * Yields the elements of a JSON array as text without loading the whole file. Elements that are not objects are
 * passed through; the caller rejects them.
 */
export async function* splitJsonArray(bytes: AsyncIterable<string | Buffer>): AsyncGenerator<JsonElement> {
  const decoder = new TextDecoder();
  const state = { line: 1, depth: 0, isBegun: false, isQuoted: false, isEscaped: false };
  let text = '';
  const append = (more: string) => {
    if (text.length < longestRow) text += more;
  };
  for await (const chunk of bytes) {
    const piece = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const character = piece[at] as string;
      if (character === '\n') state.line += 1;
      if (!state.isBegun && character.trim()) {
        if (character !== '[')
          return yield { line: state.line, text: '', problem: 'The file is no JSON array.' };
        state.isBegun = true;
      }
      if (state.isQuoted) {
        if (state.isEscaped) state.isEscaped = false;
        else if (character === '\\') state.isEscaped = true;
        else if (character === '"') state.isQuoted = false;
        continue;
      }
      if (character === '"') state.isQuoted = true;
      else if (character === '[' || character === '{') {
        state.depth += 1;
        if (state.depth === 1) from = at + 1;
      } else if (character === ']' || character === '}') state.depth -= 1;
      const isEnd = (character === ',' && state.depth === 1) || (character === ']' && state.depth === 0);
      if (!isEnd) continue;
      append(piece.slice(from, at));
      from = at + 1;
      if (text.trim()) yield { line: state.line, text };
      text = '';
    }
    if (state.depth > 0) append(piece.slice(from));
  }
  if (state.depth > 0) yield { line: state.line, text: '', problem: 'The file ends before its list does.' };
}
