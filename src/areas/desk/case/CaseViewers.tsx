import { useEffect, useState } from 'react';
import { viewCase } from '#contracts/desk/desk-teamwork.ts';
import { callDesk } from '../call-desk.ts';
import { caseCopy as copy } from './case.copy.ts';

const reportMs = 15_000;

/** The other operators who look at this case; reports that this one does while the page is visible. */
export function CaseViewers({ caseId }: { caseId: string }) {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    let isShown = true;
    const report = async () => {
      if (document.hidden) return;
      try {
        const { data } = await callDesk(viewCase, { params: { id: caseId } }, { isBackground: true });
        if (isShown) setNames(data.others.map(({ name }) => name));
      } catch {
        // The next report finds out.
      }
    };
    const start = () => void report();
    start();
    const timer = setInterval(start, reportMs);
    document.addEventListener('visibilitychange', start);
    return () => {
      isShown = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', start);
    };
  }, [caseId]);
  return (
    <p role="status" className="small">
      {names.length > 0 && <span>{copy.viewers(names)}</span>}
    </p>
  );
}
