import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followChanges } from './follow-changes.ts';

/** A stream that was asked for: its signal, and the means to answer it. */
interface Line {
  signal: AbortSignal;
  answer: (response: Response) => void;
}

let lines: Line[];
let tab: EventTarget & { hidden: boolean };
let onChange: ReturnType<typeof vi.fn<() => void>>;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  tab = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', tab);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    return new Promise<Response>((answer, fail) => {
      lines.push({ signal, answer });
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

/** Answers the newest line with a stream; what is written to it arrives in the tab. */
function open() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const line = lines.at(-1);
  line?.signal.addEventListener('abort', () => void writer.abort(line.signal.reason));
  line?.answer(new Response(readable));
  return {
    say: (text: string) => writer.write(new TextEncoder().encode(text)),
    end: () => writer.close(),
  };
}
const settle = () => vi.advanceTimersByTimeAsync(0);
const refuse = async (status: number) => {
  lines.at(-1)?.answer(new Response(null, { status }));
  await settle();
};

describe('following changes', () => {
  it('looks once the stream speaks, at every piece of news, and does not look besides', async () => {
    stop = followChanges(onChange);
    const line = open();
    void line.say(': open\n\n');
    await settle();
    expect(onChange).toHaveBeenCalledTimes(1);
    void line.say('event: changed\ndata\n\n');
    await settle();
    expect(onChange).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(45_000);
    expect([onChange.mock.calls.length, lines.length]).toEqual([2, 1]);
  });

  it('looks every 15 s while a stream is not answered, and while it is answered and says nothing', async () => {
    stop = followChanges(onChange);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(onChange).toHaveBeenCalledTimes(1);
    open();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(onChange).toHaveBeenCalledTimes(3);
    // Given up after so long a silence.
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lines).toHaveLength(2);
    expect(lines[0]?.signal.aborted).toBe(true);
  });

  it('comes back at another moment than everybody else when the server ends all streams', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0);
    stop = followChanges(onChange);
    const line = open();
    void line.say(': open\n\n');
    await settle();
    void line.end();
    await settle();
    // Nobody asks at once: all would.
    expect(onChange).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(500);
    expect(lines).toHaveLength(2);
    random.mockReturnValue(0.999);
    await refuse(503);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(lines).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(100);
    expect(lines).toHaveLength(3);
    random.mockRestore();
  });

  it('asks when no stream comes, which leads whoever is signed out to sign in', async () => {
    stop = followChanges(onChange);
    await refuse(401);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('tries less and less often, and looks every 15 s meanwhile', async () => {
    stop = followChanges(onChange);
    await refuse(503);
    for (let second = 0; second < 600; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      await refuse(503);
    }
    expect(lines.length).toBeLessThan(25);
    expect(onChange.mock.calls.length).toBeGreaterThan(39);
    expect(onChange.mock.calls.length).toBeLessThan(45);
  });

  it('is silent while the tab is hidden, and afterwards has one stream again', async () => {
    stop = followChanges(onChange);
    const line = open();
    void line.say(': open\n\n');
    await settle();
    tab.hidden = true;
    tab.dispatchEvent(new Event('visibilitychange'));
    expect(lines[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(600_000);
    expect([onChange.mock.calls.length, lines.length]).toEqual([1, 1]);
    tab.hidden = false;
    tab.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('online'));
    await settle();
    expect(lines.filter(({ signal }) => !signal.aborted)).toHaveLength(1);
  });
});
