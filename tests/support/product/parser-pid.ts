import { familyOf } from './start-product.ts';

/** Returns the id of the process that parses uploads for this one. */
export function parserPid(): number {
  const parser = familyOf(process.pid).find(({ command }) => command.includes('parser/parser.ts'));
  if (!parser) throw new Error('There is no parser process.');
  return parser.pid;
}
