import { prettyFactory } from 'pino-pretty';

const format = prettyFactory({
  colorize: process.stderr.isTTY,
  ignore: 'pid,hostname,name',
  translateTime: 'SYS:HH:MM:ss',
  singleLine: true,
});

/** Formats a line for the terminal: log entries pretty-printed, other text unchanged, prefixed with the process name. */
export function readableLog(name: string, line: string): string {
  const text = line.startsWith('{') ? format(`${line}\n`) : line;
  return String(text)
    .trimEnd()
    .split('\n')
    .map((part) => `[${name}] ${part}\n`)
    .join('');
}
