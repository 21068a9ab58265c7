import { tabStorage } from './storage.ts';
import { storageKeys } from './storage-keys.ts';
import { readTypedFields, restoreTypedFields, type TypedFields } from './typed-fields.ts';

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
