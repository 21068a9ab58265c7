import { useState } from 'react';
import type { CaseRow } from '#contracts/desk/desk-inbox.ts';

/** The rows of the inbox that are chosen for an act on all of them. */
export interface ChosenCases {
  /** Those that can be chosen: the open ones. */
  open: readonly CaseRow[];
  chosen: readonly CaseRow[];
  choose: (ids: readonly string[]) => void;
  toggle: (id: string) => void;
}

/** Stores which of the shown rows are chosen; none in other filters or on another page, whose address is `search`. */
export function useChosenCases(cases: readonly CaseRow[], search: string): ChosenCases {
  const [choice, setChoice] = useState<{ search: string; ids: readonly string[] }>({ search, ids: [] });
  const open = cases.filter(({ status }) => status !== 'closed');
  const chosen = choice.search === search ? open.filter(({ id }) => choice.ids.includes(id)) : [];
  const choose = (ids: readonly string[]) => setChoice({ search, ids });
  const toggle = (id: string) => {
    const ids = chosen.map((item) => item.id);
    choose(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);
  };
  return { open, chosen, choose, toggle };
}
