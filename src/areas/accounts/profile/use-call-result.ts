import { useCallback, useEffect, useRef, useState } from 'react';

/** What a call has answered so far, and how to ask again. */
export interface CallResult<T> {
  data: T | undefined;
  /** Why the last try failed. */
  error: unknown;
  isAsking: boolean;
  ask: () => Promise<void>;
  /** Shows what a change answered. */
  show: (data: T) => void;
}

/** Asks once the page is there; what was answered stays while it is asked again. `call` must stay the same function. */
export function useCallResult<T>(call: (signal: AbortSignal) => Promise<T>): CallResult<T> {
  const [state, setState] = useState<Pick<CallResult<T>, 'data' | 'error' | 'isAsking'>>(start);
  const latest = useRef<AbortController>(undefined);

  const ask = useCallback(async () => {
    latest.current?.abort();
    const mine = new AbortController();
    latest.current = mine;
    setState((before) => ({ ...before, isAsking: true }));
    try {
      const data = await call(mine.signal);
      if (!mine.signal.aborted) setState({ data, error: undefined, isAsking: false });
    } catch (error) {
      if (!mine.signal.aborted) setState((before) => ({ ...before, error, isAsking: false }));
    }
  }, [call]);

  useEffect(() => {
    void ask();
    return () => latest.current?.abort();
  }, [ask]);

  const show = (data: T) => {
    latest.current?.abort();
    setState({ data, error: undefined, isAsking: false });
  };
  return { ...state, ask, show };
}

const start = { data: undefined, error: undefined, isAsking: true };
