import { deleteView, listViews, saveView } from '#contracts/desk/desk-inbox.ts';
import { deskPaths } from '#src/browser/desk-paths.ts';
import { callDesk } from '../call-desk.ts';
import { ActionForm, type ActionFormProps } from '../case/ActionForm.tsx';
import { useDeskAction, useDeskQuery } from '../use-desk-query.tsx';
import type { InboxAddress } from './InboxFilterBar.tsx';
import { inboxCopy } from './inbox.copy.ts';
import styles from './inbox.module.css';

const copy = inboxCopy.views;
const saving: ActionFormProps['action'] = {
  label: copy.save,
  hint: copy.hint,
  fields: [{ name: 'name', label: copy.name, type: 'line', isRequired: true }],
};
const sorted = (query: string) => [...new URLSearchParams(query)].map(String).sort().join();

/** The operator's saved views, and the form that saves the present filters. Nothing without views and filters. */
export function SavedViews({ filters }: { filters: InboxAddress }) {
  const views = useDeskQuery(listViews, {}).data?.data.views ?? [];
  const { run } = useDeskAction();
  const { page: _, ...present } = filters.query;
  const query = filters.searchOf(present);
  const isSaved = query === '' || views.some((view) => sorted(view.query) === sorted(query));

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
      {!isSaved && (
        <ActionForm
          action={saving}
          onSubmit={({ name = '' }) => callDesk(saveView, { body: { name, filters: present } })}
        />
      )}
    </section>
  );
}
