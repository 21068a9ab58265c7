import type { DataSource, EntityManager } from 'typeorm';
import type { CaseKind } from '#contracts/cases/cases.ts';
import type { CaseActionView } from '#contracts/desk/desk.ts';
import type { ApprovalRule } from '#services/cases/approval-rule.ts';
import type { Case } from '#services/cases/case.entity.ts';
import type { Deps } from '#services/deps.ts';
import type { CaseSubject } from '../cases/find-subject.ts';

/** What an action works on. */
export interface ActionContext {
  case: Case;
  subject: CaseSubject;
  operator: { id: string; isLead: boolean };
  approval: ApprovalRule;
}

/**
 * An action that operators can do on cases of some kinds. It runs in one transaction, which holds the row lock of the
 * case; the case belongs to the operator then.
 */
export interface CaseAction extends Pick<CaseActionView, 'name' | 'label' | 'hint' | 'isFinal' | 'fields'> {
  kinds: readonly CaseKind[];
  /** Whether the page of this case offers it. */
  appliesTo(context: ActionContext): boolean;
  /** Why it cannot be done now; undefined when it can. */
  obstacle?(context: ActionContext): string | undefined;
  /** What it costs and who must approve it, read before it is done. */
  notice?(client: DataSource | EntityManager, context: ActionContext): Promise<string | undefined>;
  /** Does it. Returns what is added to the history of the case. Throws HttpError. */
  run(
    manager: EntityManager,
    context: ActionContext,
    values: Readonly<Record<string, string>>,
    deps: Deps,
  ): Promise<string>;
}
