import { storageKeys, tabStorage } from './storage.ts';

/** Texts typed into fields, or whether they are checked, by field. */
export type TypedFields = Map<string, string | boolean>;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const fieldsOf = (root: ParentNode, filter = '') =>
  root.querySelectorAll<Field>(`:is(input:not([type="file"]), textarea, select)${filter}`);

const isChoice = (field: Field): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio';

const typedValue = (field: Field) => (isChoice(field) ? field.checked : field.value);

const keyOf = (field: Field) => [field.id, field.name, isChoice(field) && field.value].join(' ');

/** Adds the values of the fields of a part of a page; `filter` is a selector that they match. */
export function readTypedFields(root: ParentNode, typed: TypedFields, filter = ''): void {
  for (const field of fieldsOf(root, filter)) typed.set(keyOf(field), typedValue(field));
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

const isChanged = (field: Field) => {
  if (isChoice(field)) return field.checked !== field.defaultChecked;
  if (field instanceof HTMLSelectElement) return !field.selectedOptions[0]?.defaultSelected;
  return field.value !== field.defaultValue;
};

function resetField(field: Field): void {
  if (isChoice(field)) field.checked = field.defaultChecked;
  else if (field instanceof HTMLSelectElement)
    for (const option of field.options) option.selected = option.defaultSelected;
  else field.value = field.defaultValue;
}

/** Adds the values of fields that differ from those of the page's HTML. */
function readChangedFields(root: ParentNode, typed: TypedFields): void {
  for (const field of fieldsOf(root)) if (isChanged(field)) typed.set(keyOf(field), typedValue(field));
}

/**
 * Reads what is typed before and while React hydrates the fields, or renders them anew where it finds others: a browser that translates
 * the page, or in another time zone.
 */
export function watchTypedFields(root: Element) {
  const typed: TypedFields = new Map();
  let focused = document.activeElement;
  const read = ({ type, target }: Event) => {
    const field = target as Field;
    if (type === 'focusin') focused = field;
    // A radio button unchecks the others of its name.
    else if (field.type === 'radio') readTypedFields(root, typed, `[name="${CSS.escape(field.name)}"]`);
    else typed.set(keyOf(field), typedValue(field));
  };
  readChangedFields(root, typed);
  const events = ['focusin', 'input'];
  for (const type of events) root.addEventListener(type, read, true);
  return {
    /** Focuses the field in the place of the one that had the focus; before the next key. */
    refocus() {
      const key = !focused?.isConnected && keyOf(focused as Field);
      if (key) [...fieldsOf(root)].find((field) => keyOf(field) === key)?.focus();
    },
    /** Types it again: where React keeps it on the page, it is not in the state of the component, which is put back after the next key. */
    retype() {
      for (const type of events) root.removeEventListener(type, read, true);
      readChangedFields(root, typed);
      for (const field of fieldsOf(root)) if (isChanged(field)) resetField(field);
      restoreTypedFields(root, typed)();
    },
  };
}

/** Presses the button of a hydrated island again that was pressed before its script ran (first-paint.ts). */
export function pressAgain(root: Element): void {
  const { pressed } = document as { pressed?: HTMLElement };
  const button = pressed && findAgain(root, pressed);
  if (!button) return;
  Object.assign(document, { pressed: undefined });
  button.removeAttribute('data-pressed');
  // After the render that follows from the fields.
  queueMicrotask(() => button.click());
}

/** Returns the button, or the one with its text where React has rendered a part anew: newer data came before its script. */
function findAgain(root: Element, pressed: HTMLElement): HTMLElement | undefined {
  if (pressed.isConnected) return root.contains(pressed) ? pressed : undefined;
  const { textContent, ariaLabel } = pressed;
  const [button, ...others] = [...root.querySelectorAll('button')].filter(
    (other) => other.textContent === textContent && other.ariaLabel === ariaLabel,
  );
  return others.length === 0 ? button : undefined;
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
