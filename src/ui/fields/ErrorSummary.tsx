import { useEffect, useRef } from 'react';

/** A validation error of a form: the id of its control and the message. */
export interface FormProblem {
  id: string;
  message: string;
}

/**
 * Lists all validation errors of a form with links to their fields. Each time `attempt` grows while there are errors
 * it moves the focus to itself, or to the first invalid field.
 */
export function ErrorSummary(props: {
  title?: string;
  problems: readonly FormProblem[];
  attempt: number;
  focuses?: 'summary' | 'first field';
}) {
  const { title = 'Please check these fields' } = props;
  const box = useRef<HTMLElement>(null);
  const focusedFor = useRef(0);
  const hasProblems = props.problems.length > 0;

  useEffect(() => {
    if (!hasProblems || focusedFor.current === props.attempt) return;
    focusedFor.current = props.attempt;
    const first = props.focuses === 'first field' && props.problems[0];
    (first ? document.getElementById(first.id) : box.current)?.focus();
  }, [hasProblems, props.attempt, props.focuses, props.problems]);

  if (!hasProblems || props.attempt === 0) return null;
  return (
    <section ref={box} className="notice notice-warn" aria-label={title} tabIndex={-1}>
      <strong>{title}</strong>
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
