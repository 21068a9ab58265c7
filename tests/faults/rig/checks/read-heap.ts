import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Supervised } from '../processes/supervised.ts';

const waitMs = 10_000;
const inspectors = new Map<number, string>();

/** Node options with which the inspector of each process gets a port of its own. */
export const inspectorOptions = '--inspect-port=0';

/**
 * Collects the garbage of a process and returns what its JavaScript then uses, buffers included, in megabytes. Without that, memory
 * says how long ago V8 had a reason to collect.
 */
export async function readHeapMb(process: Pick<Supervised, 'name' | 'pid' | 'output'>): Promise<number> {
  const socket = new WebSocket(await openInspector(process));
  await once(socket, 'open');
  let id = 0;
  const call = async <T>(method: string): Promise<T> => {
    id += 1;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const receive = ({ data }: MessageEvent<string>) => {
      const message = JSON.parse(data) as { id?: number; result: T };
      if (message.id === id) resolve(message.result);
    };
    socket.addEventListener('message', receive);
    socket.addEventListener('close', () => reject(new Error(`${process.name} has ended`)));
    socket.send(JSON.stringify({ id, method }));
    return promise.finally(() => socket.removeEventListener('message', receive));
  };
  await call('HeapProfiler.enable');
  await call('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0 } = await call<{ usedSize: number; backingStorageSize?: number }>(
    'Runtime.getHeapUsage',
  );
  socket.close();
  return (usedSize + backingStorageSize) / 1_048_576;
}

/** Opens the inspector of a process by SIGUSR1, which Node provides, and returns its address. */
async function openInspector(running: Pick<Supervised, 'name' | 'pid' | 'output'>): Promise<string> {
  const known = inspectors.get(running.pid);
  if (known) return known;
  process.kill(running.pid, 'SIGUSR1');
  for (const endMs = Date.now() + waitMs; Date.now() < endMs; await sleep(50)) {
    const address = running.output.match(/ws:\/\/\S+/)?.[0];
    if (!address) continue;
    inspectors.set(running.pid, address);
    return address;
  }
  throw new Error(`${running.name} opened no inspector`);
}
