import { loadPart } from '../../../browser/load-part.ts';
import { signInPath } from '../../../browser/paths.ts';
import { $token, currentPath } from '../../../browser/session.ts';
import { catalogueCopy as copy } from '../catalogue.copy.ts';
import type { CourseToSave, SaveProblem } from './save-to-dashboard.ts';

/** Wires Save to Dashboard on a course's own page. The API client is loaded only when a request is made. */
export function wireSave(): void {
  const button = document.querySelector<HTMLButtonElement>('button[data-save]');
  const problemPlace = document.querySelector<HTMLElement>('[data-save-problem]');
  const donePlace = document.querySelector<HTMLElement>('[data-save-done]');
  if (!button || !problemPlace || !donePlace) return;
  const { id = '', title = '', description = '', url = '' } = button.dataset;
  const course: CourseToSave = { id, title, description, url };

  const show = (state: 'open' | 'busy' | 'added', problem?: SaveProblem) => {
    button.textContent = { open: copy.save, busy: copy.saving, added: copy.added }[state];
    button.disabled = state === 'added';
    button.ariaDisabled = state === 'busy' ? 'true' : null;
    button.toggleAttribute('data-busy', state === 'busy');
    if (state === 'busy') button.dataset.busy = 'true';
    donePlace.hidden = state !== 'added';
    problemPlace.textContent = problem ? `${problem.message} ` : '';
    if (!problem?.needsSignIn) return;
    const link = document.createElement('a');
    link.href = signInPath(currentPath());
    link.textContent = copy.signIn;
    problemPlace.append(link);
  };

  button.addEventListener('click', async () => {
    if (button.dataset.busy) return;
    show('busy');
    try {
      const { saveToDashboard } = await loadPart(() => import('./save-to-dashboard.ts'));
      const problem = await saveToDashboard(course);
      show(problem ? 'open' : 'added', problem);
    } catch {
      show('open', { message: copy.saveFailed, needsSignIn: false });
    }
  });

  if ($token.get()) void showWhatIsSaved(course, show).catch(() => undefined);
}

async function showWhatIsSaved(
  course: CourseToSave,
  show: (state: 'open' | 'added', problem?: SaveProblem) => void,
): Promise<void> {
  const { isSaved, saveStoredCourse } = await loadPart(() => import('./save-to-dashboard.ts'));
  const kept = await saveStoredCourse();
  if (kept?.course.id === course.id) return show(kept.problem ? 'open' : 'added', kept.problem);
  if (await isSaved(course.id)) show('added');
}
