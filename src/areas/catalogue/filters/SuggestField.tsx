import { type ComponentProps, useEffect, useState } from 'react';
import { suggestCourses } from '#contracts/catalogue/catalogue.ts';
import { useApiQuery } from '../../../browser/use-api-query.ts';
import { Combobox } from '../../../ui/fields/Combobox.tsx';
import { catalogueCopy as copy } from '../catalogue.copy.ts';
import { longestText } from './course-filters.ts';

interface SuggestFieldProps
  extends Pick<ComponentProps<typeof Combobox>, 'name' | 'form' | 'label' | 'hint' | 'listLabel'> {
  kind: 'tags' | 'platforms';
  value: string;
  onChange: (value: string) => void;
}

/** A text filter with suggestions; tags are a comma-separated list. */
export function SuggestField({ kind, value, onChange, ...field }: SuggestFieldProps) {
  const [isTyping, setTyping] = useState(false);
  const start = kind === 'tags' ? value.lastIndexOf(',') + 1 : 0;
  const suggestions = useSuggestions(kind, isTyping ? value.slice(start).trim() : '');
  const options = isTyping ? suggestions : [];
  return (
    <Combobox
      {...field}
      id={`explore-${field.name}`}
      maxLength={longestText}
      text={value}
      options={options}
      announcement={options.length > 0 ? copy.suggested(options.length) : ''}
      onType={(text) => {
        setTyping(true);
        onChange(text);
      }}
      onChoose={(option) => {
        setTyping(false);
        onChange(`${value.slice(0, start)}${start > 0 ? ' ' : ''}${option}`);
      }}
      onOpen={() => setTyping(true)}
      onLeave={() => setTyping(false)}
    />
  );
}

const afterTypingMs = 150;
const none: readonly string[] = [];

/** Returns tags or platforms that start with `typed` (debounced); none while it is empty or when the request fails. */
function useSuggestions(kind: 'tags' | 'platforms', typed: string): readonly string[] {
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
