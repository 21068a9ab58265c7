import { closeCase } from '#services/cases/close-case.ts';
import { answerAppeal } from '#services/safety/appeals/answer-appeal.ts';
import type { CaseAction } from './case-action.ts';

function appealAction(
  outcome: 'granted' | 'denied',
  texts: Pick<CaseAction, 'name' | 'label' | 'hint'>,
): CaseAction {
  return {
    ...texts,
    kinds: ['appeal'],
    isFinal: true,
    fields: [
      { name: 'answer', label: 'Answer', hint: 'It is mailed word by word.', type: 'text', isRequired: true },
    ],
    appliesTo: () => true,
    async run(manager, { case: { id, subjectType: type, subjectId }, operator }, { answer = '' }) {
      const subject = { type, id: subjectId };
      await answerAppeal(manager, { subject, outcome, answer, operatorId: operator.id });
      await closeCase(manager, { id }, { outcome, reason: answer, actorId: operator.id });
      return answer;
    },
  };
}

/** Actions on appeals; the operator who decided before may do neither. */
export const appealActions: readonly CaseAction[] = [
  appealAction('granted', {
    name: 'grant-appeal',
    label: 'Grant the appeal',
    hint: 'Shows the request again, or lifts the suspension, and mails your answer.',
  }),
  appealAction('denied', {
    name: 'deny-appeal',
    label: 'Deny the appeal',
    hint: 'The decision stands. Your answer is mailed; there is no further appeal.',
  }),
];
