import { useEffect, useState } from 'react';
import { type CatalogueCourse, findSavedCourses } from '#contracts/catalogue/catalogue.ts';
import { $token } from '../../../browser/session.ts';
import { toastError, toastSuccess } from '../../../browser/toast.ts';
import { useApiQuery } from '../../../browser/use-api-query.ts';
import { catalogueCopy as copy } from '../catalogue.copy.ts';
import { type SaveProblem, saveStoredCourse, saveToDashboard } from './save-to-dashboard.ts';

/** State of saving one course. */
export interface Saving {
  state: 'open' | 'busy' | 'added';
  problem?: SaveProblem | undefined;
}

const untouched: Saving = { state: 'open' };
const added: Saving = { state: 'added' };

/** Returns the save state of the listed courses, and a function that saves one. */
export function useSaving(courses: readonly CatalogueCourse[]) {
  const [savings, setSavings] = useState<Readonly<Record<string, Saving>>>({});
  const ids = courses.map(({ _id }) => _id).join();

  const note = (id: string, saving: Saving) => setSavings((now) => ({ ...now, [id]: saving }));

  // Saving is idempotent, so a missing mark after a failure does no harm.
  const saved = useApiQuery(
    findSavedCourses,
    { query: { ids } },
    { enabled: ids !== '' && $token.get() !== undefined, retry: false },
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the return from sign-in
  useEffect(() => {
    // oxlint-disable-next-line typescript/no-floating-promises -- it returns its errors
    void saveStoredCourse().then((kept) => {
      if (!kept) return;
      note(kept.course.id, kept.problem ? { state: 'open', problem: kept.problem } : { state: 'added' });
      if (kept.problem) toastError(kept.problem.message);
      else toastSuccess(copy.saved);
    });
  }, []);

  return {
    of: (id: string) => savings[id] ?? (saved.data?.data.includes(id) ? added : untouched),
    async save({ _id, title, description, url }: CatalogueCourse) {
      note(_id, { state: 'busy' });
      const problem = await saveToDashboard({ id: _id, title, description, url });
      note(_id, problem ? { state: 'open', problem } : { state: 'added' });
    },
  };
}
