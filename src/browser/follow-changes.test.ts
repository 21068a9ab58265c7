import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followChanges } from './follow-changes.ts';
import { lessDataEvent, refreshEvent } from './less-data.ts';

/** A requested stream: its signal, and a function that responds to it. */
interface StreamRequest {
  url: string;
  signal: AbortSignal;
  respond: (response: Response) => void;
}

let requests: StreamRequest[];
let tab: EventTarget & {
  hidden: boolean;
  documentElement: { dataset: { less?: string; renderedAt?: string } };
};
let onChange: ReturnType<typeof vi.fn<() => void>>;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  tab = Object.assign(new EventTarget(), { hidden: false, documentElement: { dataset: {} } });
  vi.stubGlobal('document', tab);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    return new Promise<Response>((respond, fail) => {
      requests.push({ url, signal, respond });
      signal.addEventListener('abort', () => fail(signal.reason));
    });
  });
  onChange = vi.fn<() => void>();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Responds to the newest request with a stream. */
function open() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const line = requests.at(-1);
  line?.signal.addEventListener('abort', () => void writer.abort(line.signal.reason));
  line?.respond(new Response(readable));
  return {
    say: (text: string) => void writer.write(new TextEncoder().encode(text)),
    end: () => void writer.close(),
  };
}
const settle = () => vi.advanceTimersByTimeAsync(0);
const refuse = async (status: number) => {
  requests.at(-1)?.respond(new Response(null, { status }));
  await settle();
};

describe('following changes', () => {
  it('reports a change at the first bytes and at every event, and does not poll besides', async () => {
    stop = followChanges(onChange);
    const line = open();
    line.say(': open\n\n');
    await settle();
    expect(onChange).toHaveBeenCalledTimes(1);
    line.say('event: changed\ndata\n\n');
    await settle();
    expect(onChange).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(45_000);
    expect([onChange.mock.calls.length, requests.length]).toEqual([2, 1]);
  });

  it('asks once, with the first stream, whether something has changed since the page was rendered', async () => {
    tab.documentElement.dataset.renderedAt = '1790000000000';
    stop = followChanges(onChange);
    const line = open();
    line.say(': open\n\n');
    await settle();
    expect([requests[0]?.url, onChange.mock.calls.length]).toEqual([
      '/api/dashboard/changes?since=1790000000000',
      0,
    ]);
    line.say('event: changed\ndata\n\n');
    line.end();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(onChange).toHaveBeenCalledTimes(1);
    open().say(': open\n\n');
    await settle();
    expect([requests[1]?.url, onChange.mock.calls.length]).toEqual(['/api/dashboard/changes', 2]);
  });

  it('polls every 15 s while there is no response, and while the stream is silent', async () => {
    stop = followChanges(onChange);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(onChange).toHaveBeenCalledTimes(1);
    open();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(onChange).toHaveBeenCalledTimes(3);
    // The silent stream is aborted and requested again.
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests).toHaveLength(2);
    expect(requests[0]?.signal.aborted).toBe(true);
  });

  it('reconnects with jitter when the server ends the stream', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0);
    stop = followChanges(onChange);
    const line = open();
    line.say(': open\n\n');
    await settle();
    line.end();
    await settle();
    // No request at once: every browser would send one.
    expect(onChange).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(500);
    expect(requests).toHaveLength(2);
    random.mockReturnValue(0.999);
    await refuse(503);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(requests).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(100);
    expect(requests).toHaveLength(3);
    random.mockRestore();
  });

  it('reports a change when the stream is rejected, so that a signed-out user is redirected', async () => {
    stop = followChanges(onChange);
    await refuse(401);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('retries with backoff, and polls every 15 s meanwhile', async () => {
    stop = followChanges(onChange);
    await refuse(503);
    for (let second = 0; second < 600; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      await refuse(503);
    }
    expect(requests.length).toBeLessThan(25);
    expect(onChange.mock.calls.length).toBeGreaterThan(39);
    expect(onChange.mock.calls.length).toBeLessThan(45);
  });

  it('does nothing while the tab is hidden, and opens one stream afterwards', async () => {
    stop = followChanges(onChange);
    const line = open();
    line.say(': open\n\n');
    await settle();
    tab.hidden = true;
    tab.dispatchEvent(new Event('visibilitychange'));
    expect(requests[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(600_000);
    expect([onChange.mock.calls.length, requests.length]).toEqual([1, 1]);
    tab.hidden = false;
    tab.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('online'));
    await settle();
    expect(requests.filter(({ signal }) => !signal.aborted)).toHaveLength(1);
  });

  it('neither opens a stream nor polls where the page uses less data, until that is switched off', async () => {
    tab.documentElement.dataset.less = '';
    stop = followChanges(onChange);
    await vi.advanceTimersByTimeAsync(600_000);
    expect([onChange.mock.calls.length, requests.length]).toEqual([0, 0]);
    delete tab.documentElement.dataset.less;
    window.dispatchEvent(new Event(lessDataEvent));
    await settle();
    expect(requests).toHaveLength(1);
    tab.documentElement.dataset.less = '';
    window.dispatchEvent(new Event(lessDataEvent));
    expect(requests[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(600_000);
    expect([onChange.mock.calls.length, requests.length]).toEqual([0, 1]);
  });

  it('refreshes when the person asks for it, and says when that is done', async () => {
    stop = followChanges(onChange);
    const done = vi.fn<() => void>();
    const refresh = () =>
      window.dispatchEvent(new CustomEvent(refreshEvent, { cancelable: true, detail: done }));
    expect(refresh()).toBe(false);
    await settle();
    expect([onChange.mock.calls.length, done.mock.calls.length]).toEqual([1, 1]);
    stop();
    // Without a follower the page is loaded again.
    expect(refresh()).toBe(true);
  });
});
