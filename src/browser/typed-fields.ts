import { storageKeys, tabStorage } from './storage.ts';

/** Texts typed into fields, or whether they are checked, by field. */
export type TypedFields = Map<string, string | boolean>;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const fieldsOf = (root: ParentNode, filter = '') =>
  root.querySelectorAll<Field>(`:is(input:not([type="file"]), textarea, select)${filter}`);

const isChoice = (field: Field): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio';

const keyOf = (field: Field) => [field.id, field.name, isChoice(field) && field.value].join(' ');

/** Adds the values of the fields of a part of a page; `filter` is a selector that they match. */
export function readTypedFields(root: ParentNode, typed: TypedFields, filter = ''): void {
  for (const field of fieldsOf(root, filter))
    typed.set(keyOf(field), isChoice(field) ? field.checked : field.value);
}

/**
 * Types the values into the same fields again, as soon as each is shown: the data of a form may have to load first.
 * Returns a function that stops it.
 */
export function restoreTypedFields(root: Element, typed: TypedFields): () => void {
  const restore = () => {
    for (const field of fieldsOf(root)) {
      const value = typed.get(keyOf(field));
      if (value === undefined) continue;
      typed.delete(keyOf(field));
      retype(field, value);
    }
    if (typed.size === 0) observer.disconnect();
  };
  const observer = new MutationObserver(restore);
  observer.observe(root, { childList: true, subtree: true });
  restore();
  return () => observer.disconnect();
}

function retype(field: Field, value: string | boolean): void {
  if (isChoice(field)) {
    if (field.checked !== value && (value || field.type === 'checkbox')) field.click();
  } else if (field.value !== value) {
    // React replaces the property of the element itself, and ignores an event after which it sees no new value.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

interface Kept {
  path: string;
  typed: [string, string | boolean][];
}

/** Keeps what was typed, without passwords, when the page is loaded again because a part of it was lost. */
export function keepFieldsOfLostPage(): void {
  restoreKeptFields();
  addEventListener('pagehide', () => {
    if (document.documentElement.dataset.lost === undefined) return;
    const typed: TypedFields = new Map();
    readTypedFields(document, typed, ':not([type="password"], [autocomplete="one-time-code"])');
    const kept: Kept = { path: location.pathname, typed: [...typed] };
    tabStorage.write(storageKeys.typedFields, JSON.stringify(kept));
  });
}

function restoreKeptFields(): void {
  const stored = tabStorage.read(storageKeys.typedFields);
  if (!stored) return;
  tabStorage.remove(storageKeys.typedFields);
  const { path, typed } = JSON.parse(stored) as Kept;
  if (path === location.pathname) restoreTypedFields(document.body, new Map(typed));
}
