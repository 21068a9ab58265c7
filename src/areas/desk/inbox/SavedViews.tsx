import { type SyntheticEvent, useState } from 'react';
import { deleteView, listViews, saveView } from '#contracts/desk/desk-inbox.ts';
import { deskPaths } from '#src/browser/desk-paths.ts';
import { Button } from '#src/ui/Button.tsx';
import { TextField } from '#src/ui/fields/Field.tsx';
import { callDesk } from '../call-desk.ts';
import { useDeskAction, useDeskQuery } from '../use-desk-query.tsx';
import type { InboxAddress } from './InboxFilterBar.tsx';
import { inboxCopy } from './inbox.copy.ts';
import styles from './inbox.module.css';

const copy = inboxCopy.views;
const sorted = (query: string) => [...new URLSearchParams(query)].map(String).sort().join();

/** The operator's saved views, and the form that saves the present filters. Nothing without views and filters. */
export function SavedViews({ filters }: { filters: InboxAddress }) {
  const views = useDeskQuery(listViews, {}).data?.data.views ?? [];
  const { running, run } = useDeskAction();
  const [name, setName] = useState<string>();
  const { page: _, ...present } = filters.query;
  const query = filters.searchOf(present);
  const isSaved = query === '' || views.some((view) => sorted(view.query) === sorted(query));

  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    const body = { name: name ?? '', filters: present };
    // What was typed stays when it fails.
    if (await run('save', () => callDesk(saveView, { body }))) setName(undefined);
  };

  if (views.length === 0 && isSaved) return null;
  return (
    <section className="row" aria-label={copy.label}>
      {views.map((view) => (
        <span key={view.id} className={styles.view}>
          <a
            href={`${deskPaths.inbox}${view.query && `?${view.query}`}`}
            aria-current={sorted(view.query) === sorted(query) ? 'page' : undefined}
          >
            {view.name}
          </a>
          <button
            type="button"
            className="icon-button"
            aria-label={copy.remove(view.name)}
            onClick={() => void run(view.id, () => callDesk(deleteView, { params: { id: view.id } }))}
          >
            ×
          </button>
        </span>
      ))}
      {!isSaved && name === undefined && (
        <Button kind="plain" isSmall text={copy.save} onPress={() => setName('')} />
      )}
      {name !== undefined && (
        <form className={`row ${styles.saveView}`} onSubmit={save}>
          <TextField
            id="view-name"
            label={copy.name}
            value={name}
            maxLength={40}
            required
            autoFocus
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" isSmall text={copy.confirm} busy={running === 'save' && copy.saving} />
          <Button kind="plain" isSmall text={copy.cancel} onPress={() => setName(undefined)} />
        </form>
      )}
    </section>
  );
}
