import { useEffect, useState } from 'react';
import { suggestCourses } from '#contracts/catalogue.ts';
import { call } from '../../../browser/api.ts';

const afterTypingMs = 150;
const none: readonly string[] = [];

/**
 * Returns tags or platforms that start with `typed` (debounced); none while `typed` is empty or when the request
 * fails.
 */
export function useSuggestions(kind: 'tags' | 'platforms', typed: string): readonly string[] {
  const [found, setFound] = useState(none);
  useEffect(() => {
    if (!typed) return setFound(none);
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call(suggestCourses, { query: { q: typed } }, { signal: stop.signal }).then(
        (answer) => setFound(answer[kind]),
        () => setFound(none),
      );
    }, afterTypingMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [kind, typed]);
  return found;
}
