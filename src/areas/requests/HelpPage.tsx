import { useState } from 'react';
import { EditRequest } from './EditRequest.tsx';
import { parseHelpPurpose } from './help-start.ts';
import { NewRequest } from './NewRequest.tsx';

/** The request-for-help page: a new request, or an existing one to edit. */
export function HelpPage() {
  const [purpose] = useState(() => parseHelpPurpose(location.search));
  return purpose.kind === 'edit' ? <EditRequest id={purpose.id} /> : <NewRequest purpose={purpose} />;
}
