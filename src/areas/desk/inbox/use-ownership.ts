import { claimCase, releaseCase } from '#contracts/desk/desk.ts';
import { callDesk } from '../call-desk.ts';
import { useDeskAction } from '../use-desk-query.tsx';

/** Claims a case, or releases one of the operator; `running` is the id of the case meanwhile. */
export function useOwnership() {
  const { running, run } = useDeskAction();
  const toggle = (id: string, isMine: boolean) => {
    const params = { id };
    // oxlint-disable-next-line typescript/no-floating-promises -- `run` shows the errors
    void run(id, () =>
      isMine ? callDesk(releaseCase, { params, body: {} }) : callDesk(claimCase, { params }),
    );
  };
  return { running, toggle };
}
