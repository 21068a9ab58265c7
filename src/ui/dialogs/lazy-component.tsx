import { type ComponentType, useEffect, useState } from 'react';

/**
 * Returns a component whose code is loaded when it first renders. `Meanwhile` renders while the code loads, and when
 * loading fails.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType<Props & { hasFailed: boolean }>,
): ComponentType<Props> {
  return function OnDemand(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props>>();
    const [hasFailed, setFailed] = useState(false);
    useEffect(() => {
      let isWanted = true;
      load().then(
        (part) => isWanted && setPart(() => part),
        () => isWanted && setFailed(true),
      );
      return () => {
        isWanted = false;
      };
    }, []);
    return Part ? <Part {...props} /> : <Meanwhile {...props} hasFailed={hasFailed} />;
  };
}
