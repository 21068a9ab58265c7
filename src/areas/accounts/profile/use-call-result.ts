import { useCallback, useEffect, useRef, useState } from 'react';

/** What a call has answered so far, and how to ask again. */
export interface CallResult<T> {
  data: T | undefined;
  /** Why the last try failed. */
  error: unknown;
  isLoading: boolean;
  reload: () => Promise<void>;
  /** Shows what a change answered. */
  setData: (data: T) => void;
}

/** Asks once the page is there; what was answered stays while it is asked again. `call` must stay the same function. */
export function useCallResult<T>(call: (signal: AbortSignal) => Promise<T>): CallResult<T> {
  const [state, setState] = useState<Pick<CallResult<T>, 'data' | 'error' | 'isLoading'>>(start);
  const latest = useRef<AbortController>(undefined);

  const reload = useCallback(async () => {
    latest.current?.abort();
    const mine = new AbortController();
    latest.current = mine;
    setState((before) => ({ ...before, isLoading: true }));
    try {
      const data = await call(mine.signal);
      if (!mine.signal.aborted) setState({ data, error: undefined, isLoading: false });
    } catch (error) {
      if (!mine.signal.aborted) setState((before) => ({ ...before, error, isLoading: false }));
    }
  }, [call]);

  useEffect(() => {
    void reload();
    return () => latest.current?.abort();
  }, [reload]);

  const setData = (data: T) => {
    latest.current?.abort();
    setState({ data, error: undefined, isLoading: false });
  };
  return { ...state, reload, setData };
}

const start = { data: undefined, error: undefined, isLoading: true };
