import { longestRow } from './split-lines.ts';

/** An element of a JSON array with the line on which it ends; `problem` instead where the file is no such array. */
export interface JsonElement {
  line: number;
  text: string;
  problem?: string;
}

/**
 * Cuts a JSON array into the texts of its elements without holding the whole of it. Elements that are not objects
 * come along as they are, for the reader to refuse.
 */
export async function* splitJsonArray(bytes: AsyncIterable<string | Buffer>): AsyncGenerator<JsonElement> {
  const decoder = new TextDecoder();
  const state = { line: 1, depth: 0, isBegun: false, isQuoted: false, isEscaped: false };
  let text = '';
  const hold = (more: string) => {
    if (text.length < longestRow) text += more;
  };
  for await (const chunk of bytes) {
    const piece = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const sign = piece[at] as string;
      if (sign === '\n') state.line += 1;
      if (!state.isBegun && sign.trim()) {
        if (sign !== '[') return yield { line: state.line, text: '', problem: 'The file is no JSON array.' };
        state.isBegun = true;
      }
      if (state.isQuoted) {
        if (state.isEscaped) state.isEscaped = false;
        else if (sign === '\\') state.isEscaped = true;
        else if (sign === '"') state.isQuoted = false;
        continue;
      }
      if (sign === '"') state.isQuoted = true;
      else if (sign === '[' || sign === '{') {
        state.depth += 1;
        if (state.depth === 1) from = at + 1;
      } else if (sign === ']' || sign === '}') state.depth -= 1;
      const isEnd = (sign === ',' && state.depth === 1) || (sign === ']' && state.depth === 0);
      if (!isEnd) continue;
      hold(piece.slice(from, at));
      from = at + 1;
      if (text.trim()) yield { line: state.line, text };
      text = '';
    }
    if (state.depth > 0) hold(piece.slice(from));
  }
  if (state.depth > 0) yield { line: state.line, text: '', problem: 'The file ends before its list does.' };
}
