import { parentPort } from 'node:worker_threads';
import { parserLimits } from './limits.ts';

const everyMs = 5;
const maxBytes = parserLimits.memoryMb * 1024 * 1024;
const maxCpuUs = parserLimits.cpuMs * 1_000;

let timer: NodeJS.Timeout | undefined;

// A thread, because a parser that loops blocks the event loop, and one whose memory is native is not bounded by V8.
parentPort?.on('message', (isParsing: boolean) => {
  clearInterval(timer);
  if (!isParsing) return;
  const before = process.cpuUsage();
  timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > maxCpuUs || process.memoryUsage.rss() > maxBytes)
      process.kill(process.pid, 'SIGKILL');
  }, everyMs);
});
