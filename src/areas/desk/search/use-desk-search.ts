import { useEffect, useState } from 'react';
import { type SearchGroups, searchChars, searchDesk } from '#contracts/desk/desk-search.ts';
import { messageOf } from '#src/browser/api.ts';
import { callDesk } from '../call-desk.ts';
import { searchCopy } from './search.copy.ts';

/** Pause after the last key before a search is sent. */
const pauseMs = 200;

/** State of a search; `short` is a text that is not searched yet. */
export type SearchState =
  | { is: 'short' }
  | { is: 'loading' }
  | { is: 'found'; groups: SearchGroups }
  | { is: 'failed'; message: string };

/**
 * Searches the desk for a text once no key was pressed for a moment. A search whose text has changed is aborted. Not a cached
 * read: each search is an entry of the audit log, so none is repeated in the background.
 */
export function useDeskSearch(text: string): { state: SearchState; retry: () => void } {
  const q = text.trim();
  const [state, setState] = useState<SearchState>({ is: 'short' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt sends the same text again
  useEffect(() => {
    if (q.length < searchChars.min) {
      setState({ is: 'short' });
      return;
    }
    setState({ is: 'loading' });
    const controller = new AbortController();
    const { signal } = controller;
    const search = async () => {
      try {
        const { data } = await callDesk(searchDesk, { query: { q } }, { signal });
        if (!signal.aborted) setState({ is: 'found', groups: data.groups });
      } catch (error) {
        if (!signal.aborted) setState({ is: 'failed', message: messageOf(error, searchCopy.failed) });
      }
    };
    const timer = setTimeout(search, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [q, attempt]);
  return { state, retry: () => setAttempt((number) => number + 1) };
}
