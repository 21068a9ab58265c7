import { prettyFactory } from 'pino-pretty';

const format = prettyFactory({
  colorize: process.stderr.isTTY,
  ignore: 'pid,hostname,name',
  translateTime: 'SYS:HH:MM:ss',
  singleLine: true,
});

/** A line of a process for the terminal: log entries readable, everything else as it is, with the process's name. */
export function readableLog(name: string, line: string): string {
  const text = line.startsWith('{') ? format(`${line}\n`) : line;
  return String(text)
    .trimEnd()
    .split('\n')
    .map((part) => `[${name}] ${part}\n`)
    .join('');
}
