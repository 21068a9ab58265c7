import { useEffect, useRef } from 'react';

/** A problem of a form: the id of its control and the sentence. */
export interface FormProblem {
  id: string;
  message: string;
}

/**
 * All problems of a form in one place. Takes the focus each time `attempt` grows while there are problems,
 * and leads to each field.
 */
export function ErrorSummary(props: { title: string; problems: readonly FormProblem[]; attempt: number }) {
  const box = useRef<HTMLElement>(null);
  const focusedFor = useRef(0);
  const hasProblems = props.problems.length > 0;

  useEffect(() => {
    if (!hasProblems || focusedFor.current === props.attempt) return;
    focusedFor.current = props.attempt;
    box.current?.focus();
  }, [hasProblems, props.attempt]);

  if (!hasProblems || props.attempt === 0) return null;
  return (
    <section ref={box} className="notice notice-warn" aria-label={props.title} tabIndex={-1}>
      <strong>{props.title}</strong>
      <ul>
        {props.problems.map((problem) => (
          <li key={problem.id}>
            <a
              href={`#${problem.id}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(problem.id)?.focus();
              }}
            >
              {problem.message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
