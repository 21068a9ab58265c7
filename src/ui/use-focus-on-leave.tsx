import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to a heading when an element that has it disappears; otherwise people with a keyboard would start at the
 * top of the page again. The heading is that of the page unless its id is given.
 */
export function useFocusOnLeave(leaving: RefObject<HTMLElement | null>, headingId?: string): void {
  useLayoutEffect(() => {
    const element = leaving.current;
    return () => {
      if (element?.contains(document.activeElement)) focusHeading(headingId);
    };
  }, [leaving, headingId]);
}

/** Content from which the focus moves to the heading with this id when it disappears. */
export function FocusOnLeave(props: { headingId: string; className: string; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useFocusOnLeave(content, props.headingId);
  return (
    <div ref={content} className={props.className}>
      {props.children}
    </div>
  );
}

function focusHeading(id?: string): void {
  const heading = (id && document.getElementById(id)) || document.querySelector('h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}
