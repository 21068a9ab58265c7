import { Worker } from 'node:worker_threads';
import type { PictureInput } from './encode-picture.ts';
import { parserLimits } from './limits.ts';

/** The parser process's tasks for an upload; each parser is imported with its first file. */
export const tasks = {
  'rewrite-pdf': async (data: Uint8Array) => (await import('./rewrite-pdf.ts')).rewritePdf(data),
  'encode-picture': async (input: PictureInput) => (await import('./encode-picture.ts')).encodePicture(input),
};

/** A file for the parser process. */
export interface ParserCall {
  name: keyof typeof tasks;
  input: unknown;
}

/** The result of a task, or the message of an error of ours. `isReusable` is false when memory was not returned. */
export type ParserReply = ({ output: unknown } | { error: string }) & { isReusable: boolean };

const watch = new Worker(new URL('./watch-usage.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
});

async function run({ name, input }: ParserCall): Promise<{ output: unknown } | { error: string }> {
  watch.postMessage(true);
  try {
    return { output: await tasks[name](input as never) };
  } catch (error) {
    return { error: String(error) };
  } finally {
    watch.postMessage(false);
  }
}

// Ctrl-C and service managers signal all processes at once. The API drains first; its end closes the channel.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
watch.once('online', () => {
  process.on('message', async (call: ParserCall) => {
    process.send?.('taken');
    const result = await run(call);
    const isReusable = process.memoryUsage.rss() < parserLimits.reusableMb * 1024 * 1024;
    process.send?.({ ...result, isReusable } satisfies ParserReply);
  });
  process.send?.('ready');
});
