import { useEffect, useState } from 'react';
import { suggestCourses } from '#contracts/catalogue/catalogue.ts';
import { useApiQuery } from '../../../browser/use-api-query.ts';

const afterTypingMs = 150;
const none: readonly string[] = [];

/**
 * Returns tags or platforms that start with `typed` (debounced); none while `typed` is empty or when the request
 * fails.
 */
export function useSuggestions(kind: 'tags' | 'platforms', typed: string): readonly string[] {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    if (!typed) return setAsked('');
    const timer = setTimeout(() => setAsked(typed), afterTypingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useApiQuery(
    suggestCourses,
    { query: { q: asked } },
    { enabled: asked !== '', retry: false, placeholderData: (before) => before },
  );
  return (typed && asked && data?.[kind]) || none;
}
