import { useCallback, useEffect, useRef, useState } from 'react';

/** The state of a read call. */
export interface CallResult<T> {
  data: T | undefined;
  /** The error of the last attempt. */
  error: unknown;
  isLoading: boolean;
  reload: () => Promise<void>;
  /** Replaces the data, for example with the response of a mutation. */
  setData: (data: T) => void;
}

/**
 * Calls on mount and on `reload`; the previous data stays visible meanwhile. `call` must be a stable
 * reference.
 */
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
