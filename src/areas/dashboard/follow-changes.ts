import { createParser } from 'eventsource-parser';
import { watchDashboard } from '#contracts/dashboard.ts';
import { requestFor } from '../../browser/api.ts';

const pollMs = 15_000;
// Two heartbeats of the server and a bit: after that the line is dead, whatever the browser thinks.
const silenceMs = 50_000;
const retryAfterMs = [1_000, 2_000, 5_000, 15_000, 60_000] as const;
const lastRetryMs = 60_000;

/**
 * Calls `onChange` whenever the dashboard may have changed: one stream while the tab is looked at, none while it is
 * hidden, and a look every 15 s for as long as the stream does not speak. Answers how to stop.
 */
export function followChanges(onChange: () => void): () => void {
  let connection: AbortController | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let poll: ReturnType<typeof setInterval> | undefined;
  let failures = 0;

  const close = () => {
    connection?.abort();
    connection = undefined;
    clearTimeout(retry);
    clearInterval(poll);
    poll = undefined;
  };

  const open = async () => {
    connection?.abort();
    const own = new AbortController();
    connection = own;
    let wasOpen = false;
    // Until it speaks: a line that takes the call and holds back what is said on it is no line.
    poll ??= setInterval(onChange, pollMs);
    await readStream(own, {
      onOpen() {
        wasOpen = true;
        failures = 0;
        clearInterval(poll);
        poll = undefined;
        onChange();
      },
      onChange,
    }).catch(() => undefined);
    if (connection !== own) return;
    poll ??= setInterval(onChange, pollMs);
    // Streams end with the session, and do not come without a network: asking says so.
    if (!wasOpen && failures < 2) onChange();
    retry = setTimeout(() => void open(), spread(retryAfterMs[failures] ?? lastRetryMs));
    failures += 1;
  };

  const onVisibility = () => {
    close();
    failures = 0;
    if (!document.hidden) void open();
  };
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', onVisibility);
  if (!document.hidden) void open();
  return () => {
    close();
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', onVisibility);
  };
}

async function readStream(
  connection: AbortController,
  heard: { onOpen: () => void; onChange: () => void },
): Promise<void> {
  const { url, init } = requestFor(watchDashboard, {});
  let silence = setTimeout(() => connection.abort(), silenceMs);
  try {
    const { ok, body } = await fetch(url, { ...init, signal: connection.signal });
    if (!ok || !body) return;
    const parser = createParser({ onEvent: heard.onChange });
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let isFirst = true; ; isFirst = false) {
      const { done, value } = await reader.read();
      if (done) return;
      if (isFirst) heard.onOpen();
      clearTimeout(silence);
      silence = setTimeout(() => connection.abort(), silenceMs);
      parser.feed(value);
    }
  } finally {
    clearTimeout(silence);
  }
}

// A server that starts anew ends all streams at once: everybody coming back at once would be too much for it.
function spread(ms: number): number {
  return ms * (0.5 + Math.random());
}
