import { type ComponentType, useEffect, useState } from 'react';

/**
 * A component whose code is fetched when it is first shown. `Meanwhile` stands in for it while the code is on its
 * way, and when it cannot come.
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
