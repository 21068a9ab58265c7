/** One step of a search: by role and name, by label, or by text. A name is a text within it, the whole text, or a pattern. */
export interface Query {
  by: 'role' | 'label' | 'text';
  role?: string | undefined;
  /** Of a heading. */
  level?: number | undefined;
  name?: string | { source: string; flags: string } | undefined;
  isExact?: boolean | undefined;
}

/** Returns the visible elements that a chain of queries finds. Runs in the page, so it refers to nothing outside. */
export function findElements(queries: Query[]): Element[] {
  const selectorOf = ({ by, role = '', level }: Query) => {
    if (by === 'label') return 'input, select, textarea';
    return role === 'heading' && level ? `h${level}` : selectors[role];
  };
  const selectors: Record<string, string> = {
    button: 'button',
    link: 'a[href]',
    heading: 'h1, h2, h3',
    dialog: 'dialog[open]',
    radio: 'input[type=radio]',
    tabpanel: '[role=tabpanel]',
  };
  const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent);
    const others = ids.map((id) => document.getElementById(id)?.textContent);
    return clean(
      element.getAttribute('aria-label') || [...others, ...labels].join(' ') || element.textContent,
    );
  };
  const fits = (text: string, { name, isExact }: Query) => {
    if (name === undefined) return true;
    if (typeof name !== 'string') return new RegExp(name.source, name.flags).test(text);
    return isExact ? text === name : text.toLowerCase().includes(name.toLowerCase());
  };
  const isUsable = (element: Element) => element.getClientRects().length > 0 && !element.matches(':disabled');
  const findIn = (root: ParentNode, query: Query): Element[] => {
    if (query.by === 'text') {
      const all = [...root.querySelectorAll('*')].filter((element) =>
        fits(clean(element.textContent), query),
      );
      return all.filter(
        (element) => ![...element.children].some((child) => fits(clean(child.textContent), query)),
      );
    }
    const selector = selectorOf(query);
    if (!selector) throw new Error(`No selector for the role ${query.role}`);
    return [...root.querySelectorAll(selector)].filter((element) => fits(nameOf(element), query));
  };
  let roots: ParentNode[] = [document.body];
  for (const query of queries) roots = roots.flatMap((root) => findIn(root, query));
  return (roots as Element[]).filter(isUsable);
}

/** Sets the value of a field like Playwright's `fill`, which types nothing either. Runs in the page. */
export function fillElement(element: Element | undefined, text: string): boolean {
  if (!element) return false;
  (element as HTMLElement).focus();
  // React overrides the property of the element to notice changes.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, text);
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}
