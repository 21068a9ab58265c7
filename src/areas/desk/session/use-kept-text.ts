import { useEffect, useRef } from 'react';
import { type KeptText, keepText } from './kept-texts.ts';

/**
 * Keeps what is typed in a form that disappears. Returns a function that every call of the form goes through: a form that
 * disappears while its call runs keeps its text only if the call fails.
 */
export function useKeptText(typed: Omit<KeptText, 'id'>): <T>(call: Promise<T>) => Promise<T> {
  const latest = useRef(typed);
  const sending = useRef<Promise<unknown>>(undefined);
  useEffect(() => {
    latest.current = typed;
  });
  useEffect(
    () => () => {
      const unsent = latest.current;
      if (unsent.values.length === 0) return;
      if (sending.current === undefined) keepText(unsent);
      else sending.current.catch(() => keepText(unsent));
    },
    [],
  );
  return async (call) => {
    sending.current = call;
    try {
      return await call;
    } catch (error) {
      sending.current = undefined;
      throw error;
    }
  };
}
