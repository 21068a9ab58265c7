import { createParser } from 'eventsource-parser';
import { watchDashboard } from '#contracts/dashboard/dashboard.ts';
import type { watchDesk } from '#contracts/desk/desk.ts';
import { openStream } from './api.ts';
import { isLessData, lessDataEvent, refreshEvent } from './less-data.ts';

/** A stream of changes: of the own dashboard, or of the operators' desk. */
type ChangeStream = typeof watchDashboard | typeof watchDesk;

const pollMs = 15_000;
// A little more than two heartbeats of the server; the connection counts as dead after that.
const silenceMs = 50_000;
const retryAfterMs = [1_000, 2_000, 5_000, 15_000, 60_000] as const;
const lastRetryMs = 60_000;

/**
 * Calls `onChange` whenever the watched data may have changed: on each event while the tab is visible, and every
 * 15 s while the stream is not open. A page that uses less data has neither, but a button "Refresh" (Layout.astro); nor has a
 * stored page, which is shown without a connection.
 * Returns a function that stops it.
 */
export function followChanges(onChange: () => unknown, stream: ChangeStream = watchDashboard): () => void {
  let connection: AbortController | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let poll: ReturnType<typeof setInterval> | undefined;
  let failures = 0;
  // Of the first connection of a page that was rendered for its person: the server says whether something has changed since.
  let since = takeRenderedAtMs();

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
    // Poll until the first bytes arrive: a proxy may accept the request and buffer the response.
    poll ??= setInterval(onChange, pollMs);
    const query = since === undefined ? {} : { since };
    await readStream(
      stream,
      { query, connection: own },
      {
        onOpen() {
          wasOpen = true;
          failures = 0;
          clearInterval(poll);
          poll = undefined;
          if (since === undefined) onChange();
          since = undefined;
        },
        onChange,
      },
    ).catch(() => undefined);
    if (connection !== own) return;
    poll ??= setInterval(onChange, pollMs);
    // Loading the dashboard shows whether the session has ended or the network is unavailable.
    if (!wasOpen && failures < 2) onChange();
    retry = setTimeout(() => void open(), withJitter(retryAfterMs[failures] ?? lastRetryMs));
    failures += 1;
  };

  const onVisibility = () => {
    close();
    failures = 0;
    // oxlint-disable-next-line typescript/no-floating-promises -- it tries again after an error
    if (!document.hidden && !isLessData() && !('stored' in document.documentElement.dataset)) void open();
  };
  const onRefresh = async (event: CustomEventInit<() => void> & Event) => {
    event.preventDefault();
    await onChange();
    event.detail?.();
  };
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', onVisibility);
  window.addEventListener(lessDataEvent, onVisibility);
  window.addEventListener(refreshEvent, onRefresh);
  onVisibility();
  return () => {
    close();
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', onVisibility);
    window.removeEventListener(lessDataEvent, onVisibility);
    window.removeEventListener(refreshEvent, onRefresh);
  };
}

async function readStream(
  stream: ChangeStream,
  { query, connection }: { query: { since?: number }; connection: AbortController },
  listener: { onOpen: () => void; onChange: () => unknown },
): Promise<void> {
  let silence = setTimeout(() => connection.abort(), silenceMs);
  try {
    const body = await openStream(stream, query, connection.signal);
    if (!body) return;
    const parser = createParser({ onEvent: listener.onChange });
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let isFirst = true; ; isFirst = false) {
      const { done, value } = await reader.read();
      if (done) return;
      if (isFirst) listener.onOpen();
      clearTimeout(silence);
      silence = setTimeout(() => connection.abort(), silenceMs);
      parser.feed(value);
    }
  } finally {
    clearTimeout(silence);
  }
}

// Once per page: what is followed later was not rendered with it.
function takeRenderedAtMs(): number | undefined {
  const { dataset } = document.documentElement;
  const { renderedAt } = dataset;
  delete dataset.renderedAt;
  return renderedAt === undefined ? undefined : Number(renderedAt);
}

// A restart of the server ends all streams at once: jitter keeps the browsers from reconnecting all at once.
function withJitter(ms: number): number {
  return ms * (0.5 + Math.random());
}
