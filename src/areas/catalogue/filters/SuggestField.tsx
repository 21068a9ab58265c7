import { useState } from 'react';
import { Combobox } from '../../../ui/fields/Combobox.tsx';
import { catalogueCopy as copy } from '../catalogue.copy.ts';
import { longestText } from './read-filters.ts';
import { useSuggestions } from './use-suggestions.ts';

interface SuggestFieldProps {
  kind: 'tags' | 'platforms';
  name: string;
  form: string;
  label: string;
  hint: string;
  listLabel: string;
  value: string;
  onChange: (value: string) => void;
}

/** A text filter with suggestions; tags are a comma-separated list. */
export function SuggestField({
  kind,
  name,
  form,
  label,
  hint,
  listLabel,
  value,
  onChange,
}: SuggestFieldProps) {
  const [isTyping, setTyping] = useState(false);
  const start = kind === 'tags' ? value.lastIndexOf(',') + 1 : 0;
  const suggestions = useSuggestions(kind, isTyping ? value.slice(start).trim() : '');
  const options = isTyping ? suggestions : [];
  return (
    <Combobox
      id={`explore-${name}`}
      name={name}
      form={form}
      label={label}
      hint={hint}
      maxLength={longestText}
      text={value}
      options={options}
      listLabel={listLabel}
      found={options.length > 0 ? copy.suggested(options.length) : ''}
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
