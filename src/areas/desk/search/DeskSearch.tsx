import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import {
  type SearchGroups,
  type SearchResult,
  searchChars,
  searchKinds,
} from '#contracts/desk/desk-search.ts';
import { siteStorage, storageKeys } from '#src/browser/storage.ts';
import { useShortcuts } from '../inbox/use-shortcuts.ts';
import styles from './desk-search.module.css';
import { searchCopy as copy } from './search.copy.ts';
import { type SearchState, useDeskSearch } from './use-desk-search.ts';

const id = 'desk-search';
const optionId = (index: number) => `${id}-${index}`;
const kindsWithResults = (groups: SearchGroups) => searchKinds.filter((kind) => groups[kind].length > 0);

/** Returns the results in the order in which they are shown. */
const listed = (state: SearchState): SearchResult[] =>
  state.is === 'found' ? searchKinds.flatMap((kind) => state.groups[kind]) : [];

/** The search of the desk: a text field with a list of results by kind (ARIA combobox pattern). `/` focuses it. */
export function DeskSearch() {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const focusedBefore = useRef<HTMLElement>(undefined);
  const { state, retry } = useDeskSearch(text);
  const results = listed(state);
  const isListed = isOpen && results.length > 0;

  const [hasShortcuts] = useState(() => siteStorage.read(storageKeys.deskShortcuts) !== 'off');
  const focus = () => {
    if (document.activeElement instanceof HTMLElement) focusedBefore.current = document.activeElement;
    input.current?.focus();
    input.current?.select();
    setOpen(true);
  };
  useShortcuts({ [copy.key]: focus }, hasShortcuts);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other results begin with the first one
  useEffect(() => setMarked(0), [state]);
  useEffect(() => {
    if (isListed) document.getElementById(optionId(marked))?.scrollIntoView({ block: 'nearest' });
  }, [isListed, marked]);

  const close = () => {
    setOpen(false);
    const before = focusedBefore.current;
    focusedBefore.current = undefined;
    if (before === document.body) input.current?.blur();
    else before?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (isListed) setMarked((marked + step + results.length) % results.length);
      setOpen(true);
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      if (state.is === 'failed') retry();
      else if (isListed) document.getElementById(optionId(marked))?.click();
    }
  };

  return (
    <search
      className={styles.search}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        setOpen(false);
        focusedBefore.current = undefined;
      }}
    >
      <input
        ref={input}
        id={id}
        className={`input ${styles.input}`}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        role="combobox"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={searchChars.max}
        aria-label={copy.label}
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={`${id}-list`}
        aria-activedescendant={isListed ? optionId(marked) : undefined}
        aria-keyshortcuts={hasShortcuts ? copy.key : undefined}
        placeholder={copy.placeholder}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      {hasShortcuts && (
        <span className={styles.key} aria-hidden="true">
          <kbd>{copy.key}</kbd>
        </span>
      )}
      <div
        id={`${id}-list`}
        className={styles.panel}
        role="listbox"
        tabIndex={-1}
        aria-label={copy.results}
        hidden={!isListed}
      >
        {isListed && state.is === 'found' && (
          <Results groups={state.groups} results={results} marked={marked} />
        )}
      </div>
      {isOpen && !isListed && text.trim() !== '' && <Message state={state} onRetry={retry} />}
      <span className="visually-hidden" role="status">
        {isOpen && announcementOf(state, results.length)}
      </span>
    </search>
  );
}

function Results(props: { groups: SearchGroups; results: SearchResult[]; marked: number }) {
  const { groups, results, marked } = props;
  return kindsWithResults(groups).map((kind) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a listbox
    <div key={kind} role="group" aria-labelledby={`${id}-${kind}`} className={styles.group}>
      <div id={`${id}-${kind}`} role="presentation" className={styles.kind}>
        {copy.groups[kind]}
      </div>
      {groups[kind].map((result) => {
        const index = results.indexOf(result);
        return (
          <a
            key={result.id}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            href={result.href}
            className={styles.option}
            onPointerDown={(event) => event.preventDefault()}
          >
            <span className={styles.title} translate="no">
              {result.title}
            </span>
            <span className="soft small" translate="no">
              {result.detail}
            </span>
          </a>
        );
      })}
    </div>
  ));
}

/** What is shown instead of results. */
function Message({ state, onRetry }: { state: SearchState; onRetry: () => void }) {
  return (
    <div className={`${styles.panel} ${styles.message}`}>
      <p>{messageFor(state)}</p>
      {state.is === 'found' && <p className="soft small">{copy.nothingHint}</p>}
      {state.is === 'failed' && (
        <button
          type="button"
          className="button button-quiet button-small"
          onPointerDown={(event) => event.preventDefault()}
          onClick={onRetry}
        >
          {copy.retry}
        </button>
      )}
    </div>
  );
}

function messageFor(state: SearchState): string {
  if (state.is === 'short') return copy.short;
  if (state.is === 'loading') return copy.loading;
  return state.is === 'failed' ? state.message : copy.nothing;
}

function announcementOf(state: SearchState, count: number): string {
  if (state.is === 'short') return '';
  return count > 0 ? copy.count(count) : messageFor(state);
}
